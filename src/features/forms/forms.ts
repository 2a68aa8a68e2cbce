// Contract of forms: rows, and the inputs and outputs of the functions behind the page of a form.
import { SourceUrl } from '#lib/forms/source-url.ts'
import { oneLine } from '#lib/hebrew/hebrew-text.ts'
import { optional } from '#lib/forms/visitor-fields.ts'
import { Instant, JsonObject, z } from '#lib/schema.ts'
import { sheetFormats } from '#lib/spreadsheets/sheet-formats.ts'
import { FormDefinition } from '#platform/forms/definition/definition-schema.ts'
import { formLinkStates, shownLinkStates } from './links/form-link-states.ts'
import { formStates, formStatuses, refusals, submissionStatuses } from './form-texts.ts'
import { NewPassword } from './password/form-password.ts'

export { formMergeContext } from './form-merge-fields.ts'

export const Form = z.object({
  id: z.uuid(),
  public_id: z.string(),
  title: z.string(),
  status: z.enum(formStatuses),
  draft: JsonObject,
  current_version: z.int().nullable(),
  opens_at: Instant.nullable(),
  closes_at: Instant.nullable(),
  most_submissions: z.int().nullable(),
  once_per_person: z.boolean(),
  allows_changes: z.boolean(),
  closed_text: z.string(),
  opens_opportunity: z.boolean(),
  notifies_staff: z.boolean(),
  reminds_unfinished: z.boolean(),
  allowed_origins: z.array(z.string()),
  owner_id: z.uuid().nullable(),
  created_at: Instant,
  deleted_at: Instant.nullable(),
  version: z.int(),
  is_demo: z.boolean(),
})
export type Form = z.infer<typeof Form>

export const FormVersion = z.object({
  form_id: z.uuid(),
  number: z.int(),
  definition: JsonObject,
  published_at: Instant,
  published_by: z.uuid().nullable(),
})
export type FormVersion = z.infer<typeof FormVersion>

const FormSubmission = z.object({
  id: z.uuid(),
  form_id: z.uuid(),
  form_version: z.int(),
  key_hash: z.string(),
  status: z.enum(submissionStatuses),
  contact_id: z.uuid().nullable(),
  opportunity_id: z.uuid().nullable(),
  answers: JsonObject,
  computed: JsonObject,
  score: z.number().nullable(),
  dimensions: JsonObject,
  ending_key: z.string().nullable(),
  page_key: z.string().nullable(),
  revision: z.int(),
  is_contactable: z.boolean(),
  link_id: z.uuid().nullable(),
  remind_to: z.string().nullable(),
  abandoned_at: Instant.nullable(),
  utm: JsonObject,
  consent_text_id: z.uuid().nullable(),
  privacy_text_id: z.uuid().nullable(),
  source_url: z.string().nullable(),
  ip_trunc: z.string().nullable(),
  user_agent: z.string().nullable(),
  question_seconds: JsonObject,
  started_at: Instant,
  last_at: Instant,
  completed_at: Instant.nullable(),
  change_count: z.int(),
  changed_at: Instant.nullable(),
  is_demo: z.boolean(),
})

const FormSealedAnswers = z.object({ submission_id: z.uuid(), sealed: z.string() })

const FormFormerAnswers = z.object({
  submission_id: z.uuid(),
  number: z.int(),
  answers: JsonObject,
  given_at: Instant,
  replaced_at: Instant,
  sealed: z.string().nullable(),
})

const FormChangeDraft = z.object({
  submission_id: z.uuid(),
  sealed: z.string(),
  page_key: z.string().nullable(),
  revision: z.int(),
  saved_at: Instant,
})

/** `unscanned`: there was no scanner. Only an unscanned or a clean file can be downloaded. */
const scanStates = ['unscanned', 'waiting', 'clean', 'infected'] as const

const FormFile = z.object({
  id: z.uuid(),
  submission_id: z.uuid(),
  field_key: z.string(),
  name: z.string(),
  mime_type: z.string(),
  size_bytes: z.int(),
  created_at: Instant,
  scan_state: z.enum(scanStates),
  scanned_at: Instant.nullable(),
  threat: z.string().nullable(),
})

const FormLinkRow = z.object({
  id: z.uuid(),
  form_id: z.uuid(),
  contact_id: z.uuid(),
  token_hash: z.string(),
  is_single_use: z.boolean(),
  expires_at: Instant.nullable(),
  created_by: z.uuid().nullable(),
  created_at: Instant,
  used_at: Instant.nullable(),
  revoked_at: Instant.nullable(),
  appointment_id: z.uuid().nullable(),
  stage_instance_id: z.uuid().nullable(),
})

const FormPasswordRow = z.object({ form_id: z.uuid(), password_hash: z.string(), changed_at: Instant })

const FormPasswordNetwork = z.object({ form_id: z.uuid(), network_hash: z.string(), last_used_at: Instant })

const FormResumeKey = z.object({ key_hash: z.string(), submission_id: z.uuid(), created_at: Instant })

/** @public Row schema of each table; a test compares them with the database. */
export const rows = {
  forms: Form,
  form_versions: FormVersion,
  form_submissions: FormSubmission,
  form_sealed_answers: FormSealedAnswers,
  form_former_answers: FormFormerAnswers,
  form_change_drafts: FormChangeDraft,
  form_files: FormFile,
  form_links: FormLinkRow,
  form_resume_keys: FormResumeKey,
  form_passwords: FormPasswordRow,
  form_password_networks: FormPasswordNetwork,
}

export const PublicId = z.string().regex(/^[a-z0-9][a-z0-9-]{2,59}$/, refusals.form_not_found)
/** Random, from the page. The database has only its hash. */
export const FillKey = z.string().regex(/^[\w-]{32}$/, refusals.draft_not_found)
/** What a right password of the form gave. */
const AccessKey = z.string().max(100)
const Entry = z.union([z.string().max(20_000), z.array(z.string().max(1000)).max(200)], refusals.answers_invalid)
const Entries = z
  .record(z.string().max(200), Entry)
  .refine((entries) => Object.keys(entries).length <= 5000 && JSON.stringify(entries).length <= 200_000, refusals.answers_too_long) // prettier-ignore

/** Of a change of what was sent: how many changes the page has seen. */
const ChangeNumber = z.coerce.number().int().min(0)

const filling = {
  formId: PublicId,
  version: z.coerce.number().int(),
  key: FillKey,
  entries: Entries.default({}),
  /** The key of a personal link. */
  link: optional(FillKey),
  access: optional(AccessKey),
  change: optional(ChangeNumber),
  /** Of the marketing text that was shown. */
  consentTextId: optional(z.uuid(refusals.consent_text_unknown)),
  privacyTextId: optional(z.uuid()),
  sourceUrl: SourceUrl,
}

export const OpenForm = z.object({
  formId: PublicId,
  key: optional(FillKey),
  link: optional(FillKey),
  access: optional(AccessKey),
  /** To change what was sent, instead of its receipt. */
  change: z.boolean().default(false),
  /** Of the signed address of a draft. */
  preview: optional(z.string().max(500)),
})

export const EndingShown = z.object({
  key: z.string(),
  title: z.string(),
  text: z.string().optional(),
  button: z.object({ label: z.string(), href: z.string() }).optional(),
  redirect: z.string().optional(),
  /** Of an ending that shows it. */
  score: z.object({ percent: z.number(), dimensions: z.array(z.object({ label: z.string(), percent: z.number() })) }).optional(), // prettier-ignore
})
export type EndingShown = z.infer<typeof EndingShown>

export const FormView = z.object({
  formId: z.string(),
  title: z.string(),
  state: z.enum(formStates),
  opensAt: Instant.nullable(),
  closedText: z.string(),
  /** Sites that may show the form in a frame. */
  allowedOrigins: z.array(z.string()),
  version: z.int(),
  /** Whether a newer version was published since this filling began. */
  isOutdated: z.boolean(),
  /** Without the owner's settings of where answers go. */
  definition: FormDefinition,
  /** Of a personal link: whether it can be used, and what its contact need not type. */
  personal: z.object({ state: z.enum(shownLinkStates), entries: z.record(z.string(), Entry) }).optional(),
  /** Of a filling that is continued. */
  filling: z
    .object({ entries: z.record(z.string(), Entry), page: z.string().nullable(), revision: z.int() })
    .optional(),
  /** Of a form that was already sent with this key. */
  ending: EndingShown.optional(),
  sentAt: Instant.optional(),
  changedAt: Instant.optional(),
  /** Whether the answers can be changed after they were sent: once they are, by the one who holds the key. */
  allowsChanges: z.boolean(),
  /** Whether a person answers once: the device remembers that it has sent the form. */
  isOncePerPerson: z.boolean(),
  /** Of a change of what was sent: how many came before it. */
  change: z.int().optional(),
  /** Of a draft that staff look at: whether the form was never published, or this version of it was not. */
  preview: z.enum(['first', 'next']).optional(),
})
export type FormView = z.infer<typeof FormView>

/** A form with a password, before it was typed: nothing that the form asks. */
export const LockedForm = FormView.pick({ state: true, opensAt: true, closedText: true, allowedOrigins: true }).extend({
  isLocked: z.literal(true),
  /** Of a personal link that is over. */
  linkState: z.enum(formLinkStates).optional(),
})
export type LockedForm = z.infer<typeof LockedForm>
export const OpenedForm = z.union([LockedForm, FormView])

export const SetFormPassword = z.object({ id: z.uuid(), password: NewPassword.nullable() })

/** Normalised like a new password, so that a space at its end makes no difference. */
export const UnlockForm = z.object({
  formId: PublicId,
  password: z.string().max(400, refusals.form_password_wrong).transform(oneLine),
})

/** The key that opens the form; null for a form without a password. */
export const FormUnlocked = z.object({ access: z.string().nullable() })
export type FormUnlocked = z.infer<typeof FormUnlocked>

export const SaveDraft = z.object({
  ...filling,
  page: optional(z.string().max(40)),
  /** The save that this one follows; another one in between is a conflict unless `force`. */
  revision: z.coerce.number().int().min(0),
  force: z.boolean().default(false),
})
export type SaveDraft = z.output<typeof SaveDraft>
export const DraftSaved = z.object({ revision: z.int() })
export type DraftSaved = z.infer<typeof DraftSaved>

/** Of a question in the browser. Figures only: what cannot be read is left out, never refused. */
const Seconds = z.record(z.string().max(40), z.number().min(0).max(3600)).catch({})

export const SubmitForm = z.object({ ...filling, seconds: optional(Seconds) })
export type SubmitForm = z.output<typeof SubmitForm>
export const FormSubmitted = z.object({ ending: EndingShown })
export type FormSubmitted = z.infer<typeof FormSubmitted>

/** One page of a plain HTML form. */
export const FormStep = SaveDraft.omit({ force: true }).extend({
  /** The keys of the fields that the page showed, separated by commas. */
  shown: z.string().max(10_000).default(''),
  page: z.string().max(40),
  step: z.enum(['next', 'back']).default('next'),
  file: z.preprocess(
    (file) => (file instanceof Blob && file.size > 0 ? file : undefined),
    z.instanceof(Blob, { error: refusals.file_empty }).optional(),
  ),
})
export type FormStep = z.output<typeof FormStep>
/** `page` is null after the last one. `why`: questions were added by an answer, or an earlier page is incomplete. */
export const StepDone = z.object({ page: z.string().nullable(), why: z.enum(['more', 'check']).optional() })
export type StepDone = z.infer<typeof StepDone>

export const UploadFile = z.object({
  formId: PublicId,
  version: z.coerce.number().int(),
  key: FillKey,
  link: optional(FillKey),
  access: optional(AccessKey),
  change: optional(ChangeNumber),
  field: z.string().max(40),
  file: z.instanceof(Blob, { error: refusals.file_empty }),
})
export const FileStored = z.object({ id: z.uuid(), name: z.string(), bytes: z.int() })
export type FileStored = z.infer<typeof FileStored>

export const PreviewForm = z.object({ id: z.uuid() })
export const FormPreviewed = z.object({ path: z.string() })
export type FormPreviewed = z.infer<typeof FormPreviewed>

export const PublishForm = z.object({ id: z.uuid(), expectedVersion: z.int() })
export const FormPublished = z.object({ version: z.int() })

/** A complete submission. `hidden`: the fields whose answers the caller may not read. */
export const ReadAnswers = z.object({ id: z.uuid() })
export const AnswersRead = z.object({
  answers: JsonObject,
  hidden: z.array(z.string()),
  /** What changes have replaced, the latest first. */
  former: z.array(z.object({ answers: JsonObject, replacedAt: Instant })),
})
export type AnswersRead = z.infer<typeof AnswersRead>

export const ExportAnswers = z.object({ format: z.enum(sheetFormats), formId: z.uuid() })
export type ExportAnswers = z.infer<typeof ExportAnswers>
