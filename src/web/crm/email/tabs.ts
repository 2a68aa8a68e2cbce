/** Tabs of the email section; only owners and admins see recipients. */
export const emailTabs: readonly { to: string; text: string; isForAdmins: boolean }[] = [
  { to: '/crm/email', text: 'דיוורים', isForAdmins: false },
  { to: '/crm/email/readers', text: 'רשימות וקוראים', isForAdmins: true },
  { to: '/crm/email/texts', text: 'נוסחי הודעות', isForAdmins: true },
  { to: '/crm/email/settings', text: 'שעות ותדירות', isForAdmins: true },
]
