// The stored files of the business, under their original names.
import type { Db } from '#kernel/postgres/transaction.ts'
import { safeName } from '#lib/archive-paths.ts'
import { bucket as ownBucket } from './business-exports.ts'

export type StoredFile = { path: string; version: string; size: number; at: Date }
type Row = {
  bucket: string
  key: string
  version: string
  size: string
  at: Date
  folder: string | null
  name: string | null
  type: string
}

/** Archive folders by bucket; another bucket uses its own name. */
const folders: Readonly<Record<string, string>> = {
  files: 'אנשי קשר',
  'form-files': 'טפסים',
  pictures: 'תמונות האתר',
  'page-videos': 'סרטונים של האתר',
  launches: 'השקות',
  'lead-magnets': 'מדריכים להורדה',
  'webinar-captions': 'כתוביות של הדרכות',
  'quiz-videos': 'סרטונים של השאלון',
  'business-logos': 'לוגו',
  'business-profiles': 'תמונות פרופיל',
}

const endings: Readonly<Record<string, string>> = {
  'application/pdf': '.pdf',
  'image/jpeg': '.jpg',
  'image/png': '.png',
  'image/webp': '.webp',
  'image/heic': '.heic',
  'video/mp4': '.mp4',
  'video/webm': '.webm',
  'text/csv': '.csv',
  'text/vtt': '.vtt',
}

/** Reads as the service role: some buckets are readable by the server only. */
export async function listFiles(db: Db): Promise<StoredFile[]> {
  const rows = await db.query<Row>(
    `select o.bucket_id as bucket, o.name as key, o.version, coalesce(o.metadata ->> 'size', '0') as size, o.updated_at as at,
       coalesce(o.metadata ->> 'mimetype', '') as type, coalesce(file.folder, form.folder, launch.folder) as folder,
       coalesce(file.name, form.name, launch.name, picture.name, magnet.name, captions.title) as name
     from storage.objects o
     left join lateral (select f.name, c.full_name as folder from files f join contacts c on c.id = f.contact_id
       where f.id = file_id_of(o.name)) file on o.bucket_id = 'files'
     left join lateral (select ff.name, fo.title as folder, ff.scan_state in ('waiting', 'infected') as is_closed from form_files ff join form_submissions fs on fs.id = ff.submission_id
       join forms fo on fo.id = fs.form_id where ff.id = file_id_of(o.name)) form on o.bucket_id = 'form-files'
     left join lateral (select coalesce(lc.worksheet_name, lc.title) as name, l.title as folder from launch_contents lc
       join launches l on l.id = lc.launch_id where lc.worksheet_key::text = o.name or lc.video ->> 'ref' = o.name limit 1) launch
       on o.bucket_id = 'launches'
     left join lateral (select p.name from pictures p where p.id = file_id_of(split_part(o.name, '.', 1))) picture
       on o.bucket_id = 'pictures'
     left join lateral (select m.asset_name as name from lead_magnets m where m.asset_key::text = o.name limit 1) magnet
       on o.bucket_id = 'lead-magnets'
     left join lateral (select w.title from webinars w where w.captions_url like '%/' || o.name limit 1) captions
       on o.bucket_id = 'webinar-captions'
     where o.bucket_id <> $1 and o.version is not null and form.is_closed is not true
     order by o.bucket_id, o.name`,
    [ownBucket],
  )
  return rows.map(({ bucket, key, version, size, at, folder, name, type }) => {
    const inner = [folders[bucket] ?? bucket, ...(folder ? [folder] : []), ...fileName(name, key, type)]
    return { path: ['קבצים', ...inner].map(safeName).join('/'), version, size: Number(size), at }
  })
}

/** The original name, else the storage key, with an extension that systems recognise. */
function fileName(name: string | null, key: string, type: string): string[] {
  const parts = name ? [name] : key.split('/')
  const last = parts.pop()!
  const ending = endings[type.split(';', 1)[0]!] ?? ''
  return [...parts, /\.[A-Za-z0-9]{1,8}$/.test(last) ? last : last + ending]
}
