// URLs of the form page.

export const formPath = (formId: string) => `/form/${formId}`
export const passwordPath = (formId: string) => `/form/${formId}/password`
export const continuePath = (formId: string, key: string) => `/form/${formId}/continue/${key}`

/** URL for changing a completed submission. */
export const changePath = (formId: string, key: string) => `${continuePath(formId, key)}?change=1`

/** Query parameter with the token of a personal link. */
export const linkParameter = 'k'

/** Query parameter with the signature of a draft preview. */
export const previewParameter = 'preview'
