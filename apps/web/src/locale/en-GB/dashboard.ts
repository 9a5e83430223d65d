export const dashboard = {
  title: 'Today',
  day: (day: string, date: string) => `${day} ${date}`,
  since: (at: string) => `since you were last here, ${at}`,
  close: 'Close until tomorrow',
  open: (counts: string) => (counts === '' ? 'Today' : `Today: ${counts}`),
  preparing: (done: number, total: number) =>
    `Curvewell is creating ${total} demo runs in the background: ${done} are ready.`,
  failed: 'could not be loaded',
  more: (count: string) => `${count} more`,
  sections: {
    approve: (count: number) =>
      count === 1 ? 'run waiting for your approval' : 'runs waiting for your approval',
    interpret: (count: number) =>
      count === 1 ? 'run waiting to be interpreted' : 'runs waiting to be interpreted',
    controls: (count: number) =>
      count === 1 ? 'control failed or out of range' : 'controls failed or out of range',
    deliveries: (count: number) => (count === 1 ? 'delivery not sent' : 'deliveries not sent'),
    lots: (count: number) => (count === 1 ? 'lot expires within 30 days' : 'lots expire within 30 days'),
    archives: (count: number) =>
      count === 1 ? 'archived run deleted within 7 days' : 'archived runs deleted within 7 days',
  },
  stopped: (why: string) => `stopped: ${why}`,
  nextAttempt: (time: string, why: string) => `next attempt at ${time} (${why})`,
  oldest: (age: string) => `oldest ${age}`,
  wells: (wells: number, at: string) => `${wells === 1 ? '1 well' : `${wells} wells`}, ${at}`,
  control: (name: string, zone: string | null) => (zone === null ? name : `${name}, zone ${zone}`),
  well: (name: string, position: string) => `${name} ${position}`,
  failedControl: 'failed',
  found: (result: string) => `found ${result}`,
  noCall: 'no call',
  peak: (zone: string | null) => (zone === null ? 'a peak' : `peak ${zone}`),
  lot: (kit: string, days: string) => `${kit}, ${days}`,
  tomorrow: 'tomorrow',
  today: 'today',
  days: (days: number) => (days === 1 ? '1 day' : `${days} days`),
} as const;
