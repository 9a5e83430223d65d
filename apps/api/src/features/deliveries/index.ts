export { deliver, type DeliverNeeds } from './deliver.ts';
