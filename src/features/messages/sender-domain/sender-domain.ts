// Contract of the sender domain check: the DNS records that authenticate its mail.
import { Instant, z } from '#lib/schema.ts'

/** Stable codes, by record. */
export const findingCodes = [
  'mailbox_of_a_service',
  'mailbox_of_another_service',
  'spf_ok',
  'spf_missing',
  'spf_several',
  'spf_invalid',
  'spf_include_broken',
  'spf_too_many_lookups',
  'spf_sender_missing',
  'spf_sender_unknown',
  'spf_allows_all',
  'spf_without_end',
  'dkim_ok',
  'dkim_not_found',
  'dkim_missing',
  'dkim_invalid',
  'dkim_revoked',
  'dkim_weak',
  'dkim_testing',
  'dmarc_ok',
  'dmarc_missing',
  'dmarc_several',
  'dmarc_invalid',
  'dmarc_monitoring',
  'dmarc_partial',
  'dmarc_unaligned',
  'dmarc_alignment_unknown',
  'dns_unavailable',
] as const
export type FindingCode = (typeof findingCodes)[number]

export const Finding = z.object({
  about: z.enum(['sender', 'spf', 'dkim', 'dmarc']),
  /** `unknown`: the DNS server did not respond, or the record's name is unknown. */
  status: z.enum(['ok', 'warning', 'fault', 'unknown']),
  code: z.enum(findingCodes),
  /** The records that were found. */
  found: z.array(z.string()),
  /** The TXT record that fixes the error. `replaces`: whether it replaces the found records. */
  add: z.object({ host: z.string(), value: z.string(), replaces: z.boolean() }).nullable(),
})
export type Finding = z.infer<typeof Finding>

export const SenderDomainCheck = z.object({
  domain: z.string(),
  findings: z.array(Finding),
  /** The selector of the checked key. */
  selector: z.string().nullable(),
})
export type SenderDomainCheck = z.infer<typeof SenderDomainCheck>

/** Labels of a host name; a selector may have several. */
export const Selector = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text.replace(/\._domainkey\b.*$/, ''))
  .pipe(
    z
      .string()
      .max(63, 'בורר: עד 63 תווים')
      .regex(
        /^[a-z0-9]([a-z0-9_-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9_-]*[a-z0-9])?)*$/,
        'בורר: אותיות באנגלית, ספרות ומקפים',
      ),
  )

export const SenderDomainInput = z.object({ selector: Selector.optional() })

/** The row of a domain with a known selector. */
export const SenderDomain = z.object({ domain: z.string(), dkim_selector: z.string(), updated_at: Instant })

export const senderDomainRefusals = {
  mail_not_configured: 'הדואר היוצא עוד לא הוגדר, ולכן אין מה לבדוק',
  invalid_input: 'בורר: אותיות באנגלית, ספרות ומקפים',
} as const
