// Fields that identify the submitter, shared by the templates.
import type { Field } from '#platform/forms/definition/field-schema.ts'

export const nameField: Field = {
  kind: 'text',
  key: 'full_name',
  label: 'שם מלא',
  format: 'name',
  required: true,
  prefill: 'name',
  saving: { to: 'contact.full_name', policy: 'keep' },
}

export const phoneField: Field = {
  kind: 'phone',
  key: 'phone',
  label: 'טלפון',
  prefill: 'phone',
  saving: { to: 'contact.phone', policy: 'keep' },
}

export const emailField: Field = {
  kind: 'email',
  key: 'email',
  label: 'דוא״ל',
  required: true,
  prefill: 'email',
  saving: { to: 'contact.email', policy: 'keep' },
}

export const newsletterField: Field = { kind: 'consent', key: 'news', label: 'עדכונים', purpose: 'marketing' }
