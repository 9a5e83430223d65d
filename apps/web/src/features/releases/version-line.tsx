import { text } from '../../locale/text.ts';
import { useNewestRelease } from './newest-release.ts';
import styles from './version-line.module.css';

const isPreliminary = (version: string) => version.includes('latest') || version.includes('SNAPSHOT');

/** The second line of the logo. A pre-release version also names the algorithm. */
export function VersionLine() {
  const release = useNewestRelease();
  if (release === null) return <div className={styles['line']}>&nbsp;</div>;
  const { version, algoVersion } = release;
  return (
    <div className={styles['line']}>
      {isPreliminary(version)
        ? text.shell.versionWithAlgorithm(version, algoVersion)
        : text.shell.version(version)}
    </div>
  );
}
