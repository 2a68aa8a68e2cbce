export type MailKind =
  | 'confirm_signup'
  | 'recover_password'
  | 'change_email'
  | 'magic_link'
  | 'invite'
  /** The only kind without a link: its code is typed into an existing session. */
  | 'reauthenticate'

/** `email` is the recipient; `newEmail` is the requested address of an email change. */
export type MailData = { link?: string; code: string; email: string; newEmail?: string }

/** Renders subject and body of an auth mail. */
export type ComposeMail = (kind: MailKind, data: MailData) => Promise<{ subject: string; html: string; text: string }>
