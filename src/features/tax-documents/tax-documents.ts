// Contract of tax documents: the legal document of each payment and refund, its texts, and the service that issues it.
import { requiredLine } from '#lib/forms/form-fields.ts'
import { Day, Instant, z } from '#lib/schema.ts'

export const documentKinds = ['invoice_receipt', 'receipt', 'credit_note', 'receipt_cancellation'] as const
export const documentErrorCodes = [
  'timeout',
  'unreachable',
  'redirected',
  'server_error',
  'busy',
  'malformed',
  'unauthorized',
  'refused',
  'gateway',
  'original_missing',
  'not_found',
] as const

export const TaxDocument = z.object({
  id: z.uuid(),
  contact_id: z.uuid(),
  order_id: z.uuid().nullable(),
  payment_id: z.uuid(),
  corrects_id: z.uuid().nullable(),
  kind: z.enum(documentKinds),
  status: z.enum(['pending', 'issued', 'failed', 'void']),
  by_hand: z.boolean(),
  reference: z.string(),
  provider: z.enum(['morning', 'cardcom', 'payplus', 'manual']).nullable(),
  is_stand_in: z.boolean(),
  provider_id: z.string().nullable(),
  number: z.string().nullable(),
  url: z.string().nullable(),
  allocation_number: z.string().nullable(),
  needs_allocation: z.boolean(),
  amount_agorot: z.int(),
  vat_percent: z.number().nullable(),
  vat_agorot: z.int(),
  document_on: Day,
  tries: z.int(),
  last_fault: z.enum(documentErrorCodes).nullable(),
  last_detail: z.string().nullable(),
  next_try_at: Instant.nullable(),
  claimed_until: Instant.nullable(),
  may_exist: z.boolean(),
  alarmed_at: Instant.nullable(),
  issued_at: Instant.nullable(),
  entered_by: z.uuid().nullable(),
  created_at: Instant,
  is_demo: z.boolean(),
  version: z.int(),
  completed_at: Instant.nullable(),
  allocation_tries: z.int(),
  allocation_entered_by: z.uuid().nullable(),
})
export type TaxDocument = z.infer<typeof TaxDocument>

export const taxStatuses = ['company', 'licensed', 'exempt'] as const
export const TaxDocumentSettings = z.object({
  is_only: z.boolean(),
  tax_status: z.enum(taxStatuses),
  issues_recorded: z.boolean(),
  has_keys: z.boolean(),
  tested_at: Instant.nullable(),
  test_fault: z.string().nullable(),
  updated_by: z.uuid().nullable(),
  version: z.int(),
})
export type TaxDocumentSettings = z.infer<typeof TaxDocumentSettings>

const AllocationThreshold = z.object({ valid_from: Day, net_agorot: z.int() })

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  tax_documents: TaxDocument,
  tax_document_settings: TaxDocumentSettings,
  allocation_thresholds: AllocationThreshold,
}

const Key = requiredLine(200)
/** API keys as shown on the account's developer page. Encrypted, and never shown again. */
export const SaveDocumentKeys = z.object({ clientId: Key, clientSecret: Key })
export const DocumentServiceTested = z.object({ fault: z.string().nullable() })

/** The service that currently issues documents (`none`: staff do), and whether it also does so for payments recorded by staff. */
export const ReadDocumentService = z.object({
  service: z.enum(['morning', 'stand_in', 'none']),
  issuesRecorded: z.boolean(),
})
export type ServiceName = z.output<typeof ReadDocumentService>['service']

const AllocationNumber = z
  .string()
  .trim()
  .regex(/^\d{9}$/, 'מספר הקצאה: 9 ספרות')

export const EnterDocument = z.object({
  number: requiredLine(40),
  url: z.preprocess(
    (typed) => (typed === '' ? undefined : typed),
    z
      .url({ protocol: /^https?$/, error: 'קישור שמתחיל ב־https' })
      .max(2000)
      .optional(),
  ),
  allocation: z.preprocess((typed) => (typed === '' ? undefined : typed), AllocationNumber.optional()),
})

/** The allocation number of a held invoice. */
export const EnterAllocation = z.object({ allocation: AllocationNumber })

export const kindLabels: Record<TaxDocument['kind'], string> = {
  invoice_receipt: 'חשבונית מס/קבלה',
  receipt: 'קבלה',
  credit_note: 'חשבונית זיכוי',
  receipt_cancellation: 'ביטול קבלה',
}

const faultTexts: Record<(typeof documentErrorCodes)[number], string> = {
  timeout: 'שירות המסמכים לא ענה בזמן',
  unreachable: 'אין כרגע חיבור לשירות המסמכים',
  redirected: 'שירות המסמכים ענה תשובה לא צפויה',
  server_error: 'בשירות המסמכים יש תקלה',
  busy: 'שירות המסמכים עמוס',
  malformed: 'שירות המסמכים ענה תשובה שאי אפשר לקרוא',
  unauthorized: 'שירות המסמכים לא מקבל את המפתחות. אפשר להזין אותם מחדש בהגדרות',
  refused: 'שירות המסמכים סירב להפיק',
  gateway: 'חברת הסליקה לא הפיקה את המסמך עם התשלום',
  original_missing: 'ממתין למסמך המקורי, שעוד לא הופק',
  not_found: 'המסמך לא נמצא בשירות המסמכים',
}

export const faultText = (code: string) =>
  faultTexts[code as keyof typeof faultTexts] ?? 'שירות המסמכים ענה תשובה שאי אפשר לקרוא'

type StateFacts = Pick<TaxDocument, 'status' | 'by_hand' | 'last_fault' | 'last_detail'>

export type DocumentState = { word: string; look: 'info' | 'warning' | 'outline'; why: string | null }

/** The state of a missing document as text. */
export function documentState({
  status,
  by_hand: byHand,
  last_fault: code,
  last_detail: detail,
}: StateFacts): DocumentState {
  if (status === 'void') return { word: 'לא נדרש מסמך', look: 'outline', why: null }
  if (byHand) return { word: 'עוד לא הופק', look: 'warning', why: code ? faultText(code) : 'להפקה ידנית' }
  if (code === null) return { word: 'בהפקה', look: 'info', why: null }
  const why = `${faultText(code)}${code === 'refused' && detail ? `: ${detail}` : ''}`
  return { word: 'ננסה שוב', look: 'warning', why }
}

type Completed = Pick<TaxDocument, 'status' | 'completed_at'>

/** Issued without the allocation number that the buyer needs: neither mailed nor shown in the portal. */
export const isHeld = ({ status, completed_at: completedAt }: Completed) => status === 'issued' && completedAt === null

export type HeldState = { why: string; toDo: string }

/** Why a held invoice has no allocation number, and what staff can do about it. */
export function heldState({ provider, last_fault: code }: Pick<TaxDocument, 'provider' | 'last_fault'>): HeldState {
  if (provider === 'morning')
    return {
      why: code ? faultText(code) : 'שירות המסמכים הפיק אותה בלי מספר הקצאה',
      toDo: 'חדשו ב־Morning את החיבור לרשות המסים ובקשו שם מספר. הוא ייקלט כאן מעצמו, ואפשר גם לרשום אותו',
    }
  return {
    why: provider === 'manual' ? 'נרשמה בלי מספר הקצאה' : 'חברת הסליקה לא מסרה מספר הקצאה',
    toDo: 'בקשו מספר הקצאה מרשות המסים ורשמו אותו כאן',
  }
}

export const refusals = {
  document_unknown: 'המסמך הזה כבר לא כאן. רעננו את העמוד',
  document_is_issued: 'המסמך כבר הופק, ומספרו לא משתנה',
  document_is_void: 'הרישום של התשלום בוטל, ולכן לא נדרש מסמך',
  document_is_being_issued: 'המסמך מופק ברגעים אלה. נסו שוב בעוד כמה דקות',
  document_by_hand_only: 'ביטול של קבלה מפיקים בחשבון שלכם בשירות המסמכים, ורושמים כאן את מספרו',
  document_is_not_held: 'המסמך הזה כבר לא ממתין למספר הקצאה. רעננו את העמוד',
  allocation_by_hand_only: 'את מספר ההקצאה של המסמך הזה רושמים ידנית',
  allocation_number_form: 'מספר הקצאה: 9 ספרות',
  tax_document_number_length: 'מספר המסמך: בין תו אחד ל־40',
  too_many_documents: 'אפשר להפיק עד 100 מסמכים בבת אחת',
  document_service_without_keys: 'עוד לא הוזנו מפתחות לשירות המסמכים',
  too_many_requests: 'נעשו הרבה בדיקות בזמן קצר. אפשר לנסות שוב בעוד כמה דקות',
} as const
