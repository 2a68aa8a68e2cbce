// Topics of contact requests and their labels.

/** Topics of the contact form. */
export const formTopics = ['coaching', 'program', 'session', 'talk', 'support', 'privacy', 'accessibility'] as const
/** All topics, including `callback`, which has a separate page. */
export const topics = [...formTopics, 'call'] as const
export type Topic = (typeof topics)[number]

export const topicLabels: Record<Topic, string> = {
  coaching: 'ליווי משפחתי',
  program: 'תוכנית דיגיטלית',
  session: 'פגישה בודדת',
  talk: 'הרצאה או סדנה',
  support: 'תמיכה ללקוחות',
  privacy: 'בקשה בנושא פרטיות',
  accessibility: 'נגישות',
  call: 'שיחת היכרות',
}

const salesTopics: readonly Topic[] = ['coaching', 'program', 'session', 'talk', 'call']

/** Whether a topic opens an opportunity. All other topics create a task. */
export const isSales = (topic: Topic) => salesTopics.includes(topic)
