// Mail services, recognised by the name of their mail server.

export type MailProvider = {
  /** Suffixes of the mail server's host name. */
  hosts: readonly string[]
  /** Domains that an SPF record includes; the first is the one to add. */
  spf: readonly string[]
  /** Selectors under which the service publishes DKIM keys. */
  selectors: readonly string[]
  /** Whether the return path is in the service's domain, so that SPF does not count for DMARC. */
  ownReturnPath?: true
  /** Domains of the service's mailboxes. */
  mailboxes?: readonly string[]
}

const providers: readonly MailProvider[] = [
  {
    hosts: ['gmail.com', 'google.com', 'googlemail.com'],
    spf: ['_spf.google.com'],
    selectors: ['google'],
    mailboxes: ['gmail.com', 'googlemail.com'],
  },
  {
    hosts: ['office365.com', 'outlook.com'],
    spf: ['spf.protection.outlook.com'],
    selectors: ['selector1', 'selector2'],
    mailboxes: ['outlook.com', 'hotmail.com', 'live.com'],
  },
  { hosts: ['yahoo.com'], spf: ['_spf.mail.yahoo.com'], selectors: [], mailboxes: ['yahoo.com'] },
  { hosts: ['mail.me.com'], spf: ['icloud.com'], selectors: ['sig1'], mailboxes: ['icloud.com', 'me.com'] },
  {
    hosts: ['zoho.com', 'zoho.eu'],
    spf: ['zohomail.com', 'zoho.com', 'zoho.eu', 'zohomail.eu'],
    selectors: ['zoho', 'zmail'],
  },
  { hosts: ['sendgrid.net'], spf: ['sendgrid.net'], selectors: ['s1', 's2', 'm1'], ownReturnPath: true },
  { hosts: ['mailgun.org'], spf: ['mailgun.org'], selectors: ['mailo', 'k1', 'mta', 'pic', 'smtp'] },
  { hosts: ['amazonaws.com'], spf: ['amazonses.com'], selectors: [], ownReturnPath: true },
  { hosts: ['resend.com'], spf: ['amazonses.com'], selectors: ['resend'], ownReturnPath: true },
  {
    hosts: ['brevo.com', 'sendinblue.com'],
    spf: ['spf.brevo.com', 'spf.sendinblue.com'],
    selectors: ['brevo1', 'brevo2', 'mail'],
    ownReturnPath: true,
  },
  { hosts: ['postmarkapp.com'], spf: ['spf.mtasv.net'], selectors: ['pm'], ownReturnPath: true },
  { hosts: ['mailjet.com'], spf: ['spf.mailjet.com'], selectors: ['mailjet'], ownReturnPath: true },
  { hosts: ['smtp2go.com'], spf: ['spf.smtp2go.com'], selectors: ['s1'], ownReturnPath: true },
  {
    hosts: ['mandrillapp.com'],
    spf: ['spf.mandrillapp.com'],
    selectors: ['mte1', 'mte2', 'mandrill'],
    ownReturnPath: true,
  },
]

const isBelow = (name: string, end: string) => name === end || name.endsWith(`.${end}`)

export const providerOf = (host: string) =>
  providers.find(({ hosts }) => hosts.some((end) => isBelow(host.toLowerCase(), end)))

/** Selectors that mail servers and hosting companies use by default. */
const usualSelectors = [
  'default',
  'mail',
  'dkim',
  'smtp',
  'google',
  'selector1',
  'selector2',
  's1',
  's2',
  'k1',
  'key1',
  'x',
]

export const likelySelectors = (provider: MailProvider | undefined) => [
  ...new Set([...(provider?.selectors ?? []), ...usualSelectors]),
]

/** Whether the domain belongs to a mail service, so that its records cannot be changed. Includes Israeli services. */
export const isServiceMailbox = (domain: string) =>
  providers.some(({ mailboxes = [] }) => mailboxes.includes(domain)) ||
  ['walla.co.il', 'walla.com', 'netvision.net.il', 'bezeqint.net', '012.net.il', '013.net'].includes(domain)
