// Contract of the client portal's own reads and writes: what is shared, and refusals.

/** The web app manifest, linked from the portal's pages only. */
export const portalManifestPath = '/client-portal.webmanifest'

/** Who in a household can see a task or a file, besides staff. Null for staff only. */
export type SharedWith = 'client' | 'household'
export const sharedLabels: Record<SharedWith, string> = { client: 'פרטי', household: 'משותף' }

/** The portal of a client, as the staff preview it. */
export type ClientPreview = {
  tasks: { id: string; name: string; isDone: boolean; dueOn: string | null }[]
  files: { id: string; name: string }[]
  meetings: { id: string; title: string; startsAt: string }[]
}

export const refusals = {
  task_gone: 'המשימה כבר לא ברשימה',
  no_household: 'אתם כבר לא חלק ממשק בית משותף',
  client_gone: 'הלקוחות לא נמצאו, או שאין לכם גישה אליהם',
  recording_gone: 'ההקלטה כבר לא זמינה',
  appointment_gone: 'הפגישה כבר לא כאן',
  package_gone: 'אין כרגע פגישות לקביעה בחבילה הזו',
  booking_closed: 'אי אפשר לקבוע כרגע מכאן. כתבו לנו, ונתאם יחד',
  order_not_open: 'ההזמנה כבר לא מחכה לתשלום. המסך רוענן',
  client_without_email: 'לא רשומה אצלנו כתובת דוא״ל. כתבו לנו ונוסיף אותה',
} as const
