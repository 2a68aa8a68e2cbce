// Schema of a form: pages of field groups, logic, computed values, dimensions and endings. Stored as one versioned document.
import { z } from '#lib/schema.ts'
import { Field } from './field-schema.ts'
import { Condition, Expression, Key } from './logic-schema.ts'

const Label = z.string().trim().min(1).max(300)
const Text = z.string().max(4000)

/** A path of this site, or an https URL. */
const Href = z.string().max(500).regex(/^(\/(?!\/)[^\s\\]*|https:\/\/[^\s\\]+)$/) // prettier-ignore

export const Group = z.strictObject({
  key: Key,
  title: Label.optional(),
  text: Text.optional(),
  showIf: Condition.optional(),
  fields: z.array(Field),
})
export type Group = z.infer<typeof Group>

/** A jump after a page to a later page or an ending. The first jump whose condition holds is taken. */
export const Jump = z.strictObject({
  if: Condition.optional(),
  to: z.union([z.strictObject({ page: Key }), z.strictObject({ ending: Key })]),
})
export type Jump = z.infer<typeof Jump>

export const Page = z.strictObject({
  key: Key,
  title: Label.optional(),
  text: Text.optional(),
  showIf: Condition.optional(),
  groups: z.array(Group),
  jumps: z.array(Jump).max(30).default([]),
})
export type Page = z.infer<typeof Page>

export const Computed = z.strictObject({
  key: Key,
  label: Label,
  as: z.enum(['number', 'money', 'percent']),
  value: Expression,
})
export type Computed = z.infer<typeof Computed>

/** The first ending whose condition holds is shown. The last one has no condition. */
export const Ending = z.strictObject({
  key: Key,
  if: Condition.optional(),
  title: Label,
  text: Text.optional(),
  button: z.strictObject({ label: Label, href: Href }).optional(),
  /** Redirects to this URL instead of showing the text. */
  redirect: Href.optional(),
  showsScore: z.boolean().optional(),
})
export type Ending = z.infer<typeof Ending>

export const FormDefinition = z.strictObject({
  format: z.literal(1),
  title: Label,
  intro: Text.optional(),
  minutes: z.int().min(1).max(120).optional(),
  mode: z.enum(['classic', 'one_question']),
  submitLabel: z.string().max(60).optional(),
  dimensions: z.array(z.strictObject({ key: Key, label: Label })).default([]),
  pages: z.array(Page),
  computed: z.array(Computed).default([]),
  endings: z.array(Ending),
})
export type FormDefinition = z.infer<typeof FormDefinition>
