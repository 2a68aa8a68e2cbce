// add-lead-magnet and add-lead-magnet-file: staff changes that need the server.
import { randomUUID } from 'node:crypto'
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { maxDocumentBytes, typeOfDocument } from '#platform/files/document-files.ts'
import { block } from '#platform/pages/content/block.ts'
import { AddLeadMagnet, LeadMagnetAdded, staffRefusals as refusals } from './lead-magnet-edit.ts'
import { bucket } from './lead-magnets.ts'

const writesSite = async (db: Db) =>
  (await db.one<{ may: boolean }>(`select public.has_role('owner', 'admin', 'content') as may`)).may

/** Creates a hidden lead magnet with a draft page. */
export const addLeadMagnet = defineFunction({
  name: 'add-lead-magnet',
  caller: writesSite,
  as: 'service', // pages are written by functions only
  refusals,
  input: AddLeadMagnet,
  output: LeadMagnetAdded,
  async run({ input: { title, slug }, db, caller }) {
    const magnet = await db.one<{ id: string }>(
      `insert into lead_magnets (title, slug, position)
       values ($1, $2, (select coalesce(max(position), 0) + 1 from lead_magnets)) returning id`,
      [title, slug],
    )
    const path = `/lead/${slug}`
    await db.query('insert into pages (path, label, position, version) values ($1, $2, 1000, 1)', [path, title])
    await db.query('insert into page_versions (path, number, blocks, created_by) values ($1, 1, $2, $3)', [
      path,
      JSON.stringify(draftOf(title)),
      caller.userId,
    ])
    return magnet
  },
})

const draftOf = (title: string) => [
  block('opening', 'opening', {
    eyebrow: 'מדריך ללא עלות',
    title,
    lead: 'כאן כותבים בשני משפטים מה מקבלים ולמה זה שווה את הזמן.',
    picture: 'jars',
  }),
  block('inside', 'points', {
    title: 'מה בפנים',
    list: [{ title: 'הדבר הראשון', text: 'במה זה עוזר בבית.' }],
    ground: 'tint',
  }),
]

type Storage = { put(place: { bucket: string; key: string; type: string }, bytes: Buffer): Promise<void> }

/** The body is the file; `id` and `name` are query parameters. The former file is deleted. */
export const addLeadMagnetFile = (storage: Storage) =>
  defineEndpoint({
    name: 'add-lead-magnet-file',
    caller: writesSite,
    as: 'service', // only files checked by the server may be stored
    methods: ['POST'],
    bodyLimit: maxDocumentBytes,
    timeoutMs: 60_000,
    perClient: { burst: 30, refillMs: 600_000 },
    refusals,
    async fetch(request, { transaction }) {
      const { searchParams } = new URL(request.url)
      const [id, name] = [searchParams.get('id'), oneLine(searchParams.get('name') ?? '').slice(-200)]
      if (!id || !name) throw new Refusal('invalid_input', 422, 'The query needs id and name.')
      const bytes = Buffer.from(await request.arrayBuffer())
      if (bytes.length === 0) throw new Refusal('file_empty', 422, refusals.file_empty)
      const type = typeOfDocument(name, bytes)
      if (!type) throw new Refusal('lead_magnet_file_type', 422, refusals.lead_magnet_file_type)
      const key = randomUUID()
      await storage.put({ bucket, key, type }, bytes)
      const saved = await transaction((db) =>
        db.query(
          `update lead_magnets set asset_key = $2, asset_name = $3, asset_type = $4, asset_bytes = $5, guide = null
           where id::text = $1 returning id`,
          [id, key, name, type, bytes.length],
        ),
      )
      if (saved.length === 0) throw new Refusal('lead_magnet_not_found', 404, refusals.lead_magnet_not_found)
      return Response.json({ name, bytes: bytes.length })
    },
  })
