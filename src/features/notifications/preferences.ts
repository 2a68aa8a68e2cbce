import { managesSite, isStaff, type Role, seesContacts } from '#platform/accounts/accounts.ts'

type Kind = {
  title: string
  text: string
  /** Whether any of these roles receives this type. */
  isFor: (roles: readonly Role[]) => boolean
}

/** Channels per notification type. */
export type Channels = { in_app: boolean; digest: boolean; push: boolean }

/** Channels of a type without a saved preference. Mirrored by the trigger apply_notification_preferences. */
export const defaultChannels: Channels = { in_app: true, digest: true, push: false }

/** The types of notifications a user may mute. */
export const notificationKinds: Record<string, Kind> = {
  'contact_request.received': {
    title: 'פנייה חדשה מהאתר',
    text: 'מישהו השאיר פרטים ומחכה לתשובה',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin' || role === 'sales'),
  },
  'contact_request.unanswered': {
    title: 'פנייה בלי מענה',
    text: 'פנייה מהאתר או הודעה באזור האישי מחכה לתשובה כבר שעה',
    isFor: seesContacts,
  },
  'message.received': {
    title: 'הודעה חדשה מאיש קשר',
    text: 'מישהו כתב לעסק בוואטסאפ, ב־SMS או בדוא״ל',
    isFor: seesContacts,
  },
  'cancellation.received': {
    title: 'הודעה על ביטול עסקה',
    text: 'מישהו ביטל עסקה באתר, והימים נספרים',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin'),
  },
  'order.paid': {
    title: 'הזמנה ששולמה',
    text: 'מישהו קנה באתר, והתשלום אושר',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin' || role === 'sales'),
  },
  'order.failed': {
    title: 'תשלום שלא אושר',
    text: 'מישהו ניסה לשלם באתר, והתשלום לא אושר',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin' || role === 'sales'),
  },
  'lead_magnet.requested': {
    title: 'ביקשו מדריך להורדה',
    text: 'מישהו ביקש מדריך, והקישור נשלח',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin' || role === 'sales'),
  },
  'quiz.completed': {
    title: 'מילאו את השאלון',
    text: 'מישהו מילא את שאלון השלב הכלכלי והשאיר פרטים',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin' || role === 'sales'),
  },
  'form.submitted': {
    title: 'טופס שמולא',
    text: 'מישהו מילא ושלח טופס',
    isFor: seesContacts,
  },
  'form.file_infected': {
    title: 'וירוס בקובץ שצורף לטופס',
    text: 'בקובץ שמישהו צירף לטופס נמצא וירוס, והקובץ הוסר',
    isFor: seesContacts,
  },
  'webinar.question_asked': {
    title: 'שאלה בהדרכה',
    text: 'מי שצפו בהקלטה שאלו, והתשובה נשלחת במייל',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin'),
  },
  'note.mentioned': {
    title: 'הזכירו אתכם',
    text: 'מישהו מהצוות כתב את שמכם בסיכום על איש קשר',
    isFor: seesContacts,
  },
  'review.submitted': {
    title: 'המלצה חדשה',
    text: 'מישהו השאיר המלצה באתר, והיא מחכה לקריאה',
    isFor: managesSite,
  },
  'waitlist.joined': {
    title: 'רשימת המתנה',
    text: 'מישהו ביקש לדעת מתי אפשר להצטרף למוצר',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin' || role === 'sales'),
  },
  'opportunity.changed': {
    title: 'תזוזות בצינור המכירות',
    text: 'הודעה בפינת המסך כשמישהו אחר מוסיף, מעביר או מוחק הזדמנות',
    isFor: seesContacts,
  },
  'opportunity.rotting': {
    title: 'הזדמנות שעומדת במקום',
    text: 'הזדמנות שלכם נמצאת בשלב אחד יותר ימים ממה שהוגדר לו',
    isFor: seesContacts,
  },
  'stage.late': {
    title: 'שלב שעבר מועדו',
    text: 'בתהליך של לקוח יש שלב פתוח שהמועד שלו עבר',
    isFor: seesContacts,
  },
  'appointment.requested': {
    title: 'בקשה לפגישה',
    text: 'בקשה לפגישה אצלכם מחכה לאישור',
    isFor: seesContacts,
  },
  'appointment.undecided': {
    title: 'בקשה שמחכה יותר מדי',
    text: 'בקשה לפגישה אצלכם מחכה לאישור כבר יממה',
    isFor: seesContacts,
  },
  'appointment.confirmed': { title: 'פגישה חדשה', text: 'נקבעה פגישה ביומן שלכם', isFor: seesContacts },
  'appointment.rescheduled': { title: 'מועד שהשתנה', text: 'פגישה ביומן שלכם עברה למועד אחר', isFor: seesContacts },
  'appointment.cancelled': { title: 'פגישה שבוטלה', text: 'פגישה ביומן שלכם בוטלה', isFor: seesContacts },
  'appointment.soon': { title: 'פגישה מתחילה', text: 'רבע שעה לפני פגישה ביומן שלכם', isFor: seesContacts },
  'appointment.collision': {
    title: 'פגישה שצריך להחליט עליה',
    text: 'פגישה הועברה ביומן Google לשעה תפוסה',
    isFor: seesContacts,
  },
  'appointment.declined': {
    title: 'הודיעו שלא יגיעו',
    text: 'מי שהוזמנו לפגישה סירבו להזמנה ביומן',
    isFor: seesContacts,
  },
  'calendar.broken': {
    title: 'יומן שנותק',
    text: 'החיבור ליומן Google נותק וצריך לחדש אותו',
    isFor: seesContacts,
  },
  'document.signed': {
    title: 'מסמך שנחתם',
    text: 'לקוחות חתמו באזור האישי על מסמך שביקשתם',
    isFor: seesContacts,
  },
  'document.received': {
    title: 'מסמך שהתקבל',
    text: 'לקוחות שלחו באזור האישי מסמך שביקשתם בשלב',
    isFor: seesContacts,
  },
  'client.accepted': {
    title: 'הצטרפות לאזור האישי',
    text: 'מי שהוזמנו לאזור האישי נכנסו אליו',
    isFor: seesContacts,
  },
  'client.idle': {
    title: 'לקוחות לא פעילים',
    text: 'לקוחות בתהליך לא נכנסו לאזור האישי, גם אחרי תזכורת',
    isFor: seesContacts,
  },
  'client.not_accepted': {
    title: 'הזמנה שעוד לא נענתה',
    text: 'מי שהוזמנו לאזור האישי לא נכנסו אליו שבוע',
    isFor: seesContacts,
  },
  'client.link_requested': {
    title: 'בקשה לקישור חדש',
    text: 'הזמנה לאזור האישי פגה, ומבקשים אחרת',
    isFor: seesContacts,
  },
  'backup.failed': {
    title: 'גיבוי שנכשל',
    text: 'הגיבוי של המערכת לא מצליח או מאחר',
    isFor: (roles) => roles.includes('owner'),
  },
  'system.alarm': {
    title: 'תקלה במערכת',
    text: 'הדיסק מתמלא, עבודות או הודעות מתעכבות, או שתעודת האתר עומדת לפוג',
    isFor: (roles) => roles.includes('owner'),
  },
  'message.complained': {
    title: 'תלונה על דיוור',
    text: 'נמען סימן הודעה כדואר זבל',
    isFor: (roles) => roles.includes('owner'),
  },
  'automation.paused': {
    title: 'אוטומציה שהושהתה',
    text: 'צעדים רבים נכשלו, או שאוטומציות הפעילו זו את זו במעגל',
    isFor: (roles) => roles.includes('owner'),
  },
  'automation.notice': {
    title: 'התראות של אוטומציות',
    text: 'התראה שנכתבה כצעד באוטומציה',
    isFor: seesContacts,
  },
  'task.assigned': { title: 'משימה חדשה ברשימה', text: 'מישהו מהצוות העביר אליכם משימה', isFor: isStaff },
  'task.upcoming': { title: 'משימה קרובה', text: 'משימות שלכם להיום ולמחר', isFor: isStaff },
  'task.overdue': { title: 'משימה באיחור', text: 'משימות שלכם שהמועד שלהן עבר', isFor: isStaff },
}
