import { managesSite, isStaff, type Role, seesContacts } from '#platform/accounts/accounts.ts'

type Kind = {
  title: string
  text: string
  /** The roles that receive this type at all. */
  isFor: (roles: readonly Role[]) => boolean
}

/** The types of notices a user may mute. */
export const notificationKinds: Record<string, Kind> = {
  'contact_request.received': {
    title: 'פנייה חדשה מהאתר',
    text: 'מישהו השאיר פרטים ומחכה לתשובה',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin' || role === 'sales'),
  },
  'message.received': {
    title: 'הודעה חדשה מאיש קשר',
    text: 'מישהו כתב לעסק בוואטסאפ או ב־SMS',
    isFor: seesContacts,
  },
  'cancellation.received': {
    title: 'הודעה על ביטול עסקה',
    text: 'מישהו ביטל עסקה באתר, והימים נספרים',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin'),
  },
  'signup.received': {
    title: 'הצטרפות מהאתר',
    text: 'מישהו הצטרף לאתגר, לתוכנית או לשיעור',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin' || role === 'sales'),
  },
  'lead_magnet.requested': {
    title: 'ביקשו מדריך להורדה',
    text: 'מישהו ביקש מדריך, והקישור נשלח',
    isFor: (roles) => roles.some((role) => role === 'owner' || role === 'admin' || role === 'sales'),
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
