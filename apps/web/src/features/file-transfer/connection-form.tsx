import {
  isUnencrypted,
  MAX_NOTICE_ADDRESSES,
  sentPartSchema,
  TRANSFER_PROTOCOLS,
  transferProtocolSchema,
  type FileTransferConnection,
} from '@curvewell/domain';
import {
  Alert,
  Checkbox,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { IconAlertTriangle, IconKey } from '@tabler/icons-react';
import type { ComponentProps } from 'react';

import { text } from '../../locale/text.ts';
import { formatDate } from '../../shared/format/format.ts';
import { ConflictAlert } from '../../shared/ui/alerts/conflict-alert.tsx';
import { SaveForm } from '../../shared/ui/fields/save-form.tsx';
import { toastError } from '../../shared/ui/messages/toast.tsx';
import { type ConnectionValues, withProtocol, withServer } from './connection-values.ts';
import styles from './file-transfer.module.css';

const words = text.fileTransfer;
export const CONNECTION_FORM = 'connection-form';

interface ConnectionFormProps {
  readonly saved: FileTransferConnection;
  readonly values: ConnectionValues;
  readonly issues: Readonly<Record<string, string>>;
  readonly conflict: ComponentProps<typeof ConflictAlert>['conflict'] | null;
  readonly missing: 'password' | 'privateKey' | null;
  readonly onChange: (change: Partial<ConnectionValues>) => void;
  readonly onSave: () => Promise<void>;
}

/** The server, the user name, and the credentials of both sides. */
export function ConnectionForm(props: ConnectionFormProps) {
  const { values, issues, conflict, onChange, onSave, saved } = props;
  return (
    <section className={styles['card']} aria-labelledby="connection-title">
      <div className={styles['bar']}>
        <h2 id="connection-title" className={styles['title']}>
          {words.connection}
        </h2>
        <Switch
          className={styles['end'] ?? ''}
          labelPosition="left"
          label={words.sendOnApproval}
          checked={values.sendFilesOnApproval}
          onChange={({ currentTarget: { checked } }) => onChange({ sendFilesOnApproval: checked })}
        />
      </div>
      <SaveForm id={CONNECTION_FORM} className={styles['form']} aria-label={words.connection} onSave={onSave}>
        {conflict !== null && (
          <div className={styles['wide']}>
            <ConflictAlert conflict={conflict} onFailed={(error) => toastError(words.notSaved, error)} />
          </div>
        )}
        <Ways values={values} onChange={onChange} />
        <TextInput
          label={words.host}
          required
          spellCheck={false}
          autoComplete="off"
          value={values.host}
          error={issues['host']}
          onChange={({ currentTarget: { value } }) => onChange(withServer(values, { host: value }, saved))}
        />
        <NumberInput
          className={styles['port'] ?? ''}
          label={words.port}
          required
          hideControls
          allowDecimal={false}
          allowNegative={false}
          value={values.port ?? ''}
          error={issues['port']}
          onChange={(value) =>
            onChange(withServer(values, { port: typeof value === 'number' ? value : null }, saved))
          }
        />
        <SignIn {...props} />
        <div className={styles['wide']}>
          <TextInput
            classNames={{ input: 'mono' }}
            label={words.directory}
            spellCheck={false}
            value={values.directory}
            error={issues['directory']}
            onChange={({ currentTarget: { value } }) => onChange({ directory: value })}
          />
          <p className={styles['help']}>
            {words.ownDirectory}{' '}
            <span className="mono">{`${values.directory.replace(/\/+$/, '')}/1284/`}</span>{' '}
            {words.ownDirectoryHolds}
          </p>
        </div>
        <SentParts {...props} />
        <NoticeAddresses {...props} />
        {values.hostKeyFingerprint !== null && <KnownKey values={values} saved={saved} />}
        {isUnencrypted(values) && (
          <Alert
            className={styles['wide'] ?? ''}
            color="warning"
            icon={<IconAlertTriangle size={18} stroke={1.6} />}
            title={words.notEncrypted}
          >
            {words.notEncryptedText}
          </Alert>
        )}
      </SaveForm>
    </section>
  );
}

function SentParts({ values, issues, onChange }: ConnectionFormProps) {
  return (
    <Checkbox.Group
      className={styles['wide'] ?? ''}
      label={words.sentParts}
      value={values.sentParts}
      error={issues['sentParts']}
      onChange={(chosen) =>
        onChange({ sentParts: sentPartSchema.options.filter((part) => chosen.includes(part)) })
      }
    >
      <div className={styles['parts']}>
        {sentPartSchema.options.map((part) => (
          <Checkbox key={part} size="xs" value={part} label={words.parts[part]} />
        ))}
      </div>
    </Checkbox.Group>
  );
}

/** E-mail addresses for notices about waiting or failed deliveries. */
function NoticeAddresses({ values, issues, onChange }: ConnectionFormProps) {
  return (
    <TagsInput
      className={styles['wide'] ?? ''}
      label={words.noticeAddresses}
      description={words.noticeAddressesHelp}
      maxTags={MAX_NOTICE_ADDRESSES}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      value={[...values.noticeAddresses]}
      error={issues['noticeAddresses']}
      onChange={(noticeAddresses) => onChange({ noticeAddresses })}
    />
  );
}

function Ways({ values, onChange }: Pick<ConnectionFormProps, 'values' | 'onChange'>) {
  const { protocol, tls, authentication } = values;
  const { authentications, hasTlsSetting } = TRANSFER_PROTOCOLS[protocol];
  return (
    <>
      <div>
        <div id="protocol-label" className={styles['label']}>
          {words.protocol}
        </div>
        <SegmentedControl
          aria-labelledby="protocol-label"
          data={[...transferProtocolSchema.options]}
          value={protocol}
          onChange={(value) => {
            const chosen = transferProtocolSchema.options.find((one) => one === value);
            if (chosen !== undefined) onChange(withProtocol(values, chosen));
          }}
        />
      </div>
      <Select
        label={words.authentication}
        allowDeselect={false}
        disabled={authentications.length === 1}
        data={authentications.map((value) => ({ value, label: words.authentications[value] }))}
        value={authentication}
        onChange={(value) => {
          const chosen = authentications.find((one) => one === value);
          if (chosen !== undefined) onChange({ authentication: chosen, password: '', privateKey: '' });
        }}
      />
      {hasTlsSetting && (
        <div className={styles['wide']}>
          <div id="tls-label" className={styles['label']}>
            {words.tls}
          </div>
          <SegmentedControl
            aria-labelledby="tls-label"
            data={[
              { value: 'tls', label: words.tlsOn },
              { value: 'none', label: words.tlsOff },
            ]}
            value={tls ? 'tls' : 'none'}
            onChange={(value) => onChange({ tls: value === 'tls', hostKeyFingerprint: null })}
          />
        </div>
      )}
    </>
  );
}

function SignIn({ saved, values, issues, missing, onChange }: ConnectionFormProps) {
  const isKey = values.authentication === 'SSH_KEY';
  const hadPassword = saved.passwordSet && saved.authentication === values.authentication;
  const hadKey = saved.privateKeySet && isKey;
  const kept = (isStored: boolean, secret: typeof missing) =>
    isStored && missing !== secret ? words.unchanged : '';
  return (
    <>
      <TextInput
        label={words.username}
        required
        spellCheck={false}
        autoComplete="off"
        value={values.username}
        error={issues['username']}
        onChange={({ currentTarget: { value } }) => onChange({ username: value })}
      />
      <PasswordInput
        label={isKey ? words.passphrase : words.password}
        autoComplete="new-password"
        placeholder={kept(hadPassword, 'password')}
        value={values.password}
        error={issues['password']}
        description={hadPassword && missing === 'password' ? words.passwordAgain : undefined}
        onChange={({ currentTarget: { value } }) => onChange({ password: value })}
      />
      {isKey && (
        <Textarea
          className={styles['wide'] ?? ''}
          classNames={{ input: 'mono' }}
          label={words.privateKey}
          rows={4}
          spellCheck={false}
          autoComplete="off"
          placeholder={kept(hadKey, 'privateKey')}
          value={values.privateKey}
          error={issues['privateKey']}
          description={saved.privateKeySet && missing === 'privateKey' ? words.keyAgain : undefined}
          onChange={({ currentTarget: { value } }) => onChange({ privateKey: value })}
        />
      )}
    </>
  );
}

function KnownKey({ values, saved }: Pick<ConnectionFormProps, 'values' | 'saved'>) {
  const isKept = values.hostKeyFingerprint === saved.hostKeyFingerprint;
  return (
    <div className={styles['key']}>
      <IconKey size={16} stroke={1.6} aria-hidden />
      <div className={styles['fingerprint']}>
        <div>{words.test.steps[TRANSFER_PROTOCOLS[values.protocol].proof]}</div>
        <span className="mono">{values.hostKeyFingerprint}</span>
      </div>
      <span className={styles['help']}>
        {isKept && saved.hostKeyKnownAt !== null
          ? words.since(formatDate(saved.hostKeyKnownAt))
          : words.keptWhenSaved}
      </span>
    </div>
  );
}
