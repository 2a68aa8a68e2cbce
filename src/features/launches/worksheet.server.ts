// add-launch-worksheet: uploads the worksheet of a content.
import { randomUUID } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { maxDocumentBytes, typeOfDocument } from '#platform/files/document-files.ts'
import { staffRefusals as refusals } from './launch-edit.ts'
import { bucket } from './launches.ts'

const writesLaunches = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin', 'content') as may`)).may

type Storage = { put(place: { bucket: string; key: string; type: string }, bytes: Buffer): Promise<void> }

/** The body is the file; `content` and `name` are query parameters. The previous file is deleted. */
export const addLaunchWorksheet = (storage: Storage) =>
  defineEndpoint({
    name: 'add-launch-worksheet',
    caller: writesLaunches,
    as: 'service', // a row asserts that the server has checked the file
    methods: ['POST'],
    bodyLimit: maxDocumentBytes,
    timeoutMs: 60_000,
    perClient: { burst: 30, refillMs: 600_000 },
    refusals,
    async fetch(request, { transaction }) {
      const { searchParams } = new URL(request.url)
      const [content, name] = [searchParams.get('content'), oneLine(searchParams.get('name') ?? '').slice(-200)]
      if (!content || !name) throw new Refusal('invalid_input', 422, 'The query needs content and name.')
      const bytes = Buffer.from(await request.arrayBuffer())
      if (bytes.length === 0) throw new Refusal('file_empty', 422, refusals.file_empty)
      const type = typeOfDocument(name, bytes)
      if (!type) throw new Refusal('worksheet_type', 422, refusals.worksheet_type)
      const key = randomUUID()
      await storage.put({ bucket, key, type }, bytes)
      const saved = await transaction((db) =>
        db.query(
          'update launch_contents set worksheet_key = $2, worksheet_name = $3 where id::text = $1 returning id',
          [content, key, name],
        ),
      )
      if (saved.length === 0) throw new Refusal('content_not_found', 404, refusals.content_not_found)
      return Response.json({ name })
    },
  })
