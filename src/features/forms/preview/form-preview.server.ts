// preview-form: a signed URL of a form's draft, valid for half an hour. Its version is 0, which accepts no submissions.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { readDefinition } from '#platform/forms/definition/read-definition.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { formPath, previewParameter } from '../form-paths.ts'
import { refusals } from '../form-texts.ts'
import { FormPreviewed, type FormView, PreviewForm } from '../forms.ts'
import { publicDefinition } from '../public-definition.ts'

export const previewPurpose = 'previews of forms'
const lastsMs = 30 * 60_000
const draftVersion = 0

type Draft = {
  id: string
  public_id: string
  title: string
  draft: unknown
  allowed_origins: string[]
  current_version: number | null
}

const findDraft = async (db: Db, by: 'id' | 'public_id', value: string): Promise<Draft | undefined> =>
  (
    await db.query<Draft>(
      `select id, public_id, title, draft, allowed_origins, current_version from forms where ${by} = $1 and deleted_at is null`,
      [value],
    )
  )[0]

const notFound = () => new Refusal('form_not_found', 404, refusals.form_not_found)

export const previewForm = (seal: Seal) =>
  defineFunction({
    name: 'preview-form',
    caller: async (db: Db) => (await db.one<{ may: boolean }>(`select has_role('owner', 'admin') as may`)).may,
    refusals,
    input: PreviewForm,
    output: FormPreviewed,
    async run({ input: { id }, db }) {
      const form = await findDraft(db, 'id', id)
      if (!form) throw notFound()
      const read = readDefinition(form.draft)
      if ('problems' in read) throw new Refusal('form_invalid', 422, read.problems[0]?.message ?? refusals.form_invalid)
      const token = seal.close(form.id, { until: Date.now() + lastsMs }).toString('base64url')
      return { path: `${formPath(form.public_id)}?${previewParameter}=${token}` }
    },
  })

/** The draft for a valid signature. Refused as an unknown form after expiry, or while the draft is incomplete. */
export async function openPreview(db: Db, seal: Seal, publicId: string, token: string): Promise<FormView> {
  const form = await findDraft(db, 'public_id', publicId)
  const signed = form && (seal.open(form.id, Buffer.from(token, 'base64url')) as { until: number } | undefined)
  if (!form || !signed || signed.until < Date.now()) throw notFound()
  const read = readDefinition(form.draft)
  if ('problems' in read) throw notFound()
  return {
    formId: form.public_id,
    title: form.title,
    state: 'open',
    opensAt: null,
    closedText: '',
    allowedOrigins: form.allowed_origins,
    version: draftVersion,
    isOutdated: false,
    definition: publicDefinition(read.definition),
    allowsChanges: false,
    isOncePerPerson: false,
    preview: form.current_version === null ? 'first' : 'next',
  }
}
