const names: Record<string, string> = {
  owner: 'בעלות על העסק',
  admin: 'ניהול',
  coach: 'ליווי',
  sales: 'מכירות',
  content: 'תוכן',
  client: 'לקוחות',
}

/** A role as people say it. */
export const nameOfRole = (role: string) => names[role] ?? role
