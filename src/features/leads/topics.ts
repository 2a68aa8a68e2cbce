// What visitors ask about, and what that is called.

/** What the contact form asks about. */
export const formTopics = ['coaching', 'program', 'session', 'talk', 'support', 'privacy', 'accessibility'] as const
/** Whatever somebody may be answered about: also who asks to be called back, on a page of its own. */
export const topics = [...formTopics, 'call'] as const
export type Topic = (typeof topics)[number]

export const topicLabels: Record<Topic, string> = {
  coaching: 'ליווי אישי',
  program: 'תוכנית דיגיטלית',
  session: 'פגישה בודדת',
  talk: 'הרצאה או סדנה',
  support: 'תמיכה ללקוחות',
  privacy: 'בקשה בנושא פרטיות',
  accessibility: 'נגישות',
  call: 'שיחת היכרות',
}

const salesTopics: readonly Topic[] = ['coaching', 'program', 'session', 'talk', 'call']

/** Whether asking about this is the beginning of a sale. Everything else is a task for somebody. */
export const isSales = (topic: Topic) => salesTopics.includes(topic)
