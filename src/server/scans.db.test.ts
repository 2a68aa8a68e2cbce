// Attached files of forms and the virus scanner, with a fake clamd that implements the INSTREAM protocol.
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { listFiles } from '#features/business-exports/archive-files.server.ts'
import { sampleForm } from '#features/forms/sample-form.fixture.ts'
import { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { startClamd } from '#integrations/clamd.fake.ts'
import { inTransaction } from '#kernel/postgres/transaction.ts'
import { makeActors } from '../../test/actors.ts'
import { testSite } from '../../test/site-app.ts'
import { openScans } from './scans.ts'

const { app, db, kernel, tokens } = await testSite({ demo: false, inside: { scansFiles: true } })
const { ids } = await makeActors(db)
await db.sql(`insert into forms (public_id, title, draft) values ('bdika', 'טופס בדיקה', '{}')`)
await db.sql(`select publish_form(id, $1, version) from forms`, [JSON.stringify(FormDefinition.parse(sampleForm))])

// Split, so that virus scanners of development machines do not detect it in this file.
const eicar = `X5O!P%@AP[4\\PZX54(P^)7CC)7}$${'EICAR-STANDARD-'}ANTIVIRUS-TEST-FILE!$H+H*`

async function upload(name: string, content: string): Promise<string> {
  const form = new FormData()
  const key = randomBytes(24).toString('base64url')
  for (const [field, value] of Object.entries({ formId: 'bdika', version: '1', key, field: 'paper' })) form.set(field, value) // prettier-ignore
  form.set('file', new File([content], name))
  const body = new Response(form)
  const { statusCode, json } = await app.inject({
    method: 'POST',
    url: '/functions/v1/upload-form-file',
    headers: { apikey: tokens.anonKey, 'content-type': body.headers.get('content-type')! },
    payload: Buffer.from(await body.arrayBuffer()),
  })
  expect(statusCode).toBe(200)
  return json<{ id: string }>().id
}

/** Downloads as the owner, through a signed URL. Undefined: refused. */
async function download(id: string): Promise<string | undefined> {
  const token = await tokens.sign({ role: 'authenticated', sub: ids.owner, aud: 'authenticated' }, 600)
  const headers = { apikey: tokens.anonKey, authorization: `Bearer ${token}` }
  const url = `/storage/v1/object/sign/form-files/${id}`
  const signed = await app.inject({ method: 'POST', url, headers, payload: { expiresIn: 60 } })
  if (signed.statusCode !== 200) {
    expect((await app.inject({ url: `/storage/v1/object/authenticated/form-files/${id}`, headers })).statusCode).toBeGreaterThanOrEqual(400) // prettier-ignore
    return undefined
  }
  return (await app.inject(`/storage/v1${signed.json<{ signedURL: string }>().signedURL}`)).body
}

async function scan(options: Parameters<typeof startClamd>[0] & { isDown?: boolean } = {}) {
  const clamd = await startClamd(options)
  if (options.isDown) await clamd.stop()
  else onTestFinished(() => clamd.stop())
  const scans = openScans({ clamd: clamd.settings, connect: db.connect, files: kernel.objects })!
  onTestFinished(() => scans.stop())
  await scans.tasks.scan_form_files()
}
const stateOf = async (id: string) =>
  (await db.sql<{ scan_state: string }>('select scan_state from form_files where id = $1', [id]))[0]!.scan_state

test('a file cannot be downloaded until the scanner reports it clean, even while the scanner is unreachable', async () => {
  const id = await upload('תלוש.pdf', '%PDF-1.7 dana')
  expect([await stateOf(id), await download(id)]).toEqual(['waiting', undefined])
  expect(await db.sql(`select task_identifier as task from graphile_worker.jobs where key = 'scan_form_files'`)).toEqual([{ task: 'scan_form_files' }]) // prettier-ignore
  const archived = async () =>
    (await inTransaction(db.owner, undefined, listFiles)).some(({ path }) => path.includes('תלוש'))
  expect(await archived()).toBe(false)
  await expect(scan({ isDown: true })).rejects.toThrow('ECONNREFUSED')
  expect([await stateOf(id), await download(id)]).toEqual(['waiting', undefined])
  await scan()
  expect([await stateOf(id), await download(id), await archived()]).toEqual(['clean', '%PDF-1.7 dana', true])
})

test('an infected file is deleted with its bytes, reported to the staff once, and never downloadable again', async () => {
  const id = await upload('רשימה.csv', eicar)
  await scan()
  await scan()
  expect(await db.sql('select scan_state, threat from form_files where id = $1', [id])).toEqual([
    { scan_state: 'infected', threat: 'Eicar-Test-Signature' },
  ])
  expect(await db.sql('select from storage.objects where name = $1', [id])).toEqual([])
  expect(await download(id)).toBe(undefined)
  const notices = await db.sql<{ user: string; message: string }>(
    `select user_id as user, message from notifications where type = 'form.file_infected'`,
  )
  expect(notices.map(({ user }) => user).toSorted()).toEqual([ids.owner, ids.admin, ids.sales].toSorted())
  expect(notices[0]!.message).toMatch(/רשימה\.csv.* – טופס בדיקה\. הקובץ הוסר/)
  await expect(db.sql(`update form_files set scan_state = 'clean', threat = null where id = $1`, [id])).rejects.toThrow(
    'scan_is_final',
  )
})

test('a file that the scanner refuses stays blocked and does not delay other files', async () => {
  const [long, short] = [await upload('ארוך.csv', 'a,b,c,d,e,f'), await upload('קצר.csv', 'a,b')]
  await expect(scan({ maxBytes: 5 })).rejects.toThrow('size limit exceeded')
  expect([await stateOf(long), await download(long)]).toEqual(['waiting', undefined])
  expect([await stateOf(short), await download(short)]).toEqual(['clean', 'a,b'])
})

test('a file uploaded before a scanner was configured is downloadable, and is scanned once a scanner is configured', async () => {
  const id = await upload('ישן.csv', 'a,b')
  await db.sql(`update form_files set scan_state = 'unscanned' where id = $1`, [id])
  expect(await download(id)).toBe('a,b')
  await expect(scan({ isDown: true })).rejects.toThrow('ECONNREFUSED')
  expect(await download(id)).toBe(undefined)
  await scan()
  expect(await stateOf(id)).toBe('clean')
  expect(openScans({ clamd: undefined, connect: db.connect, files: kernel.objects })).toBe(undefined)
})
