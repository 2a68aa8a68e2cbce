// Fills a published text template for one contact, for a message that a member of staff sends manually.
import { Refusal } from '#kernel/errors.ts'
import { defineFunction } from '#kernel/functions/functions.ts'
import type { Db } from '#kernel/postgres/transaction.ts'
import { z } from '#lib/schema.ts'
import { readMergeFields, renderTemplate } from './message-templates.server.ts'
import { refusals } from './message-templates.ts'

/** `missing` are the labels of fields without a value and without a fallback. */
export const fillTextTemplate = (siteUrl: string) =>
  defineFunction({
    name: 'fill-text-template',
    caller: async (db: Db) =>
      (await db.one<{ may: boolean }>(`select has_role('owner', 'admin', 'coach', 'sales') as may`)).may,
    as: 'service', // values and links come from several modules; the caller's right to this contact is checked below
    refusals,
    perClient: { burst: 120, refillMs: 3_600_000 },
    input: z.object({ templateId: z.uuid(), contactId: z.uuid() }),
    output: z.object({ text: z.string(), missing: z.array(z.string()) }),
    async run({ input: { templateId, contactId }, db }) {
      const { may } = await db.one<{ may: boolean }>('select may_write_to($1) as may', [contactId])
      if (!may) throw new Refusal('template_recipient_gone', 410, refusals.template_recipient_gone)
      const { content, missing } = await renderTemplate(db, { templateId, contactId }, { siteUrl })
      if (!('text' in content)) throw new Refusal('template_not_text', 422, refusals.template_not_text)
      const fields = await readMergeFields(db, null)
      const labelOf = (name: string) => fields.find((field) => field.name === name)?.label ?? name
      return { text: content.text, missing: missing.map(labelOf) }
    },
  })
