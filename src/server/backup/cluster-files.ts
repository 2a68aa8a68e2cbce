// The files of a running cluster that a base backup contains, as PostgreSQL's documentation of the low-level backup API lists them.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders whose contents are valid only for the running server. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])
const excluded =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|backup_label.*|tablespace_map.*|backup_manifest|pgsql_tmp.*)$/
const controlFile = 'global/pg_control'

/** Paths relative to the cluster. The control file is last, as pg_basebackup orders it. */
export async function clusterFiles(cluster: string): Promise<{ folders: string[]; files: string[] }> {
  const folders: string[] = []
  const files: string[] = []
  const walk = async (folder: string) => {
    for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (excluded.test(entry.name)) continue
      if (entry.isSymbolicLink()) throw new Error(`${path} is a link: tablespaces are not backed up`)
      if (entry.isFile()) files.push(path)
      else if (entry.isDirectory()) {
        folders.push(path)
        if (!emptied.has(path)) await walk(path)
      }
    }
  }
  await walk('')
  folders.push('pg_wal/archive_status', 'pg_wal/summaries')
  return { folders, files: [...files.filter((path) => path !== controlFile), controlFile] }
}
