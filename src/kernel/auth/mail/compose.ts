export type MailKind =
  | 'confirm_signup'
  | 'recover_password'
  | 'change_email'
  | 'magic_link'
  | 'invite'
  /** The only one without a link: its code is typed where somebody is signed in already. */
  | 'reauthenticate'

/** `email` is where the mail goes; for a change of address `newEmail` is where the account goes. */
export type MailData = { link?: string; code: string; email: string; newEmail?: string }

/** Words and looks of a mail. It gets the link and the code and need not know more. */
export type ComposeMail = (kind: MailKind, data: MailData) => Promise<{ subject: string; html: string; text: string }>
