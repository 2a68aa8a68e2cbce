// The media library: notes, replacement and deletion of pictures.
import { Refusal } from '#kernel/errors.ts'
import { defineEndpoint, defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { bucket, keyOf, PictureNotes, PictureReplacement, refusals, type StoredImage } from './images.ts'
import type { Files } from './images.server.ts'

const editsSite = async (db: Db) => (await db.one<{ may: boolean }>('select public.is_site_editor() as may')).may

export const describePicture = defineFunction({
  name: 'describe-picture',
  caller: editsSite,
  as: 'service',
  refusals,
  input: PictureNotes,
  output: z.object({}),
  async run({ input: { id, name, alt, focal_x, focal_y }, db }) {
    const found = await db.query(
      'update pictures set name = $2, alt = $3, focal_x = $4, focal_y = $5 where id = $1 returning id',
      [id, name, alt, focal_x, focal_y],
    )
    if (found.length === 0) throw refusal('picture_not_found', 404)
    return {}
  },
})

/**
 * Every page that references the picture shows the replacement. Posts and messages reference the file itself, so they
 * still show the replaced picture.
 */
export const replacePicture = defineFunction({
  name: 'replace-picture',
  caller: editsSite,
  as: 'service',
  refusals,
  input: PictureReplacement,
  output: z.object({}),
  async run({ input: { id, by }, db }) {
    // In id order, so that two concurrent replacements of the same pair cannot deadlock.
    const locked = await db.query<{ id: string }>(
      'select id from pictures where id in ($1, $2) and replaced_by is null order by id for update',
      [id, by],
    )
    if (id === by || locked.length < 2) throw refusal('picture_not_found', 404)
    await db.query(
      `update pictures new set name = coalesce(nullif(old.name, ''), new.name), alt = old.alt
       from pictures old where old.id = $1 and new.id = $2`,
      [id, by],
    )
    await db.query('update pictures set replaced_by = $2 where id = $1 or replaced_by = $1', [id, by])
    return {}
  },
})

/** Deletes an unused picture, with the pictures that it replaced. */
export const deletePicture = (files: Files) =>
  defineEndpoint({
    name: 'delete-picture',
    caller: editsSite,
    as: 'service',
    methods: ['POST'],
    refusals,
    async fetch(request, { transaction }) {
      const { data } = z.object({ id: z.uuid() }).safeParse(await request.json().catch(() => undefined))
      if (!data) throw new Refusal('invalid_input', 422, 'The body names no picture.')
      const deleted = await transaction(async (db) => {
        const deleted = await db.query<Pick<StoredImage, 'id' | 'format'>>(
          'select id, format from pictures where id = $1 or replaced_by = $1 order by id for update',
          [data.id],
        )
        if (deleted.length === 0) throw refusal('picture_not_found', 404)
        const [use] = await db.query('select 1 from private.uses_of_picture($1) limit 1', [data.id])
        if (use) throw refusal('picture_in_use', 409)
        await db.query('delete from pictures where id = any ($1)', [deleted.map(({ id }) => id)])
        return deleted
      })
      await files.remove({ bucket, keys: deleted.map((picture) => keyOf(picture)) })
      return Response.json({})
    },
  })

const refusal = (code: keyof typeof refusals, status: number) => new Refusal(code, status, refusals[code])
