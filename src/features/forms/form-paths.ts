// Addresses of the page of a form.

export const formPath = (formId: string) => `/form/${formId}`
export const passwordPath = (formId: string) => `/form/${formId}/password`
export const continuePath = (formId: string, key: string) => `/form/${formId}/continue/${key}`

/** What was sent, to be changed. */
export const changePath = (formId: string, key: string) => `${continuePath(formId, key)}?change=1`

/** The query parameter of the key of a personal link. */
export const linkParameter = 'k'

/** The query parameter of the signed address of a draft. */
export const previewParameter = 'preview'
