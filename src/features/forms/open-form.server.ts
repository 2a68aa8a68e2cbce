// open-form: data of the form page, also for a continued and a completed submission.
import { defineFunction } from '#kernel/functions/functions.ts'
import { Refusal } from '#kernel/errors.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { dayOf } from '#lib/time/dates.ts'
import { evaluateForm } from '#platform/forms/logic/evaluate-form.ts'
import type { Seal } from '#platform/sealing/sealing.server.ts'
import { allowsChanges, readChangeDraft, isChangeable } from './changes/change-drafts.server.ts'
import { endingShown } from './ending-shown.ts'
import { refusals } from './form-texts.ts'
import { OpenedForm, OpenForm } from './forms.ts'
import { entriesOfLink, findLink } from './links/read-form-link.server.ts'
import { loadForm } from './load-form.server.ts'
import { isUnlocked } from './password/form-access.server.ts'
import { openPreview } from './preview/form-preview.server.ts'
import { publicDefinition } from './public-definition.ts'
import { answersOf, entriesOf, findSubmission, type StoredSubmission } from './submission-store.server.ts'

/** Sent as POST, so that the key appears in no access log. */
export const openForm = ({ seal, previewSeal }: { seal: Seal; previewSeal: Seal }) =>
  defineFunction({
    name: 'open-form',
    caller: 'anyone',
    as: 'service', // forms are public; the submission key authorizes access to answers
    refusals,
    input: OpenForm,
    output: OpenedForm,
    async run({ input: { formId, key, link: token, access, preview, change }, db }) {
      if (preview !== undefined) return openPreview(db, previewSeal, formId, preview)
      const current = await loadForm(db, formId)
      const found = key === undefined ? undefined : await findSubmission(db, current.id, key)
      if (key !== undefined && !found) throw new Refusal('draft_not_found', 404, refusals.draft_not_found)
      const form = found ? await loadForm(db, formId, found.form_version) : current
      const link = await linkShown(db, form.id, found, token)
      const isOver = link?.state === 'revoked' || link?.state === 'cancelled'
      const common = {
        state: form.state,
        opensAt: form.opens_at?.toISOString() ?? null,
        closedText: form.closed_text,
        allowedOrigins: form.allowed_origins,
      }
      // A personal link opens its form without a password, and so does a submission that was started with it.
      const isInvited = link ? link.state === 'open' : Boolean(found?.link_id)
      if (!isInvited && !isUnlocked(form, access))
        return { ...common, isLocked: true as const, ...(link && { linkState: link.state }) }
      const isSent = found?.status === 'complete'
      const isAnswered =
        !isSent && !isOver && form.once_per_person && (await hasAnswered(db, form.id, link?.id ?? found?.link_id))
      const shown = isAnswered && (!link || link.state === 'open') ? ('answered' as const) : link?.state
      const canChange = isSent && isChangeable(form, found) && !(await isLinkClosed(db, form.id, found))
      return {
        ...common,
        formId: form.public_id,
        title: form.title,
        version: form.number,
        isOutdated: form.number !== form.current_version,
        definition: publicDefinition(form.definition),
        allowsChanges: isSent ? canChange : allowsChanges(form, found),
        isOncePerPerson: form.once_per_person,
        ...(shown && {
          personal: {
            state: shown,
            // An unusable link shows no data of its contact.
            entries: link && shown === 'open' ? entriesOfLink(form.definition, link) : {},
          },
        }),
        ...(found?.status === 'partial' &&
          !isOver && {
            filling: { entries: entriesOf(seal, found), page: found.page_key, revision: found.revision },
          }),
        ...(isSent &&
          (change && canChange
            ? { change: found.change_count, filling: await readChangeDraft(db, seal, form, found) }
            : {
                ending: storedEnding(seal, form, found),
                sentAt: (found.completed_at ?? new Date()).toISOString(),
                ...(found.changed_at && { changedAt: found.changed_at.toISOString() }),
              })),
      }
    },
  })

/**
 * For a started submission only a revoked or cancelled link is reported, because such a submission cannot be completed.
 */
async function linkShown(db: Db, formId: string, found: StoredSubmission | undefined, token: string | undefined) {
  if (!found) return token === undefined ? undefined : findLink(db, formId, { token })
  if (found.status !== 'partial' || !found.link_id) return undefined
  const link = await findLink(db, formId, { id: found.link_id })
  return link.state === 'revoked' || link.state === 'cancelled' ? link : undefined
}

const isLinkClosed = async (db: Db, formId: string, { link_id: id }: StoredSubmission) =>
  id !== null && ['revoked', 'cancelled'].includes((await findLink(db, formId, { id })).state)

/** Whether the contact of a link has submitted the form, through any link or the public page. */
async function hasAnswered(db: Db, formId: string, linkId: string | null | undefined) {
  if (!linkId) return false
  const sent = await db.query(
    `select from form_links l join form_submissions s on s.form_id = l.form_id and s.contact_id = l.contact_id and s.status = 'complete'
     where l.id = $2 and l.form_id = $1 limit 1`,
    [formId, linkId],
  )
  return sent.length > 0
}

/** The ending, recomputed from the stored answers with the version and date of their submission. */
export function storedEnding(
  seal: Seal,
  { definition }: Awaited<ReturnType<typeof loadForm>>,
  found: StoredSubmission,
) {
  const day = dayOf(found.changed_at ?? found.completed_at ?? new Date())
  return endingShown(definition, evaluateForm(definition, answersOf(seal, found), day))
}
