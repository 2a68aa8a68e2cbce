// Contract of the team: profiles, roles, invitations, handover.
import { type Role, roles } from '#platform/accounts/accounts.ts'
import { oneLine, plainText } from '#lib/hebrew/hebrew-text.ts'
import { Instant, z } from '#lib/schema.ts'

export const staffRoles = ['owner', 'admin', 'coach', 'sales', 'content'] as const satisfies readonly Role[]
export type StaffRole = (typeof staffRoles)[number]

/** Roles that lead processes of clients. */
export const leadingRoles = ['owner', 'admin', 'coach'] as const satisfies readonly StaffRole[]

/** What each role may do, in one sentence. Enforced by the database. */
export const roleTexts: Record<StaffRole, string> = {
  owner: 'הכול, כולל בעלות, צוות ומחיקת פרטים של אדם',
  admin: 'הכול, חוץ מתפקידי בעלות',
  coach: 'אנשי הקשר שלהם, ההזדמנויות והתהליכים שלהם',
  sales: 'כל אנשי הקשר והמכירות, בלי מחיקה וייצוא',
  content: 'האתר, הבלוג והדיוור, בלי פרטים של אנשים',
}

export const StaffProfile = z.object({
  user_id: z.uuid(),
  full_name: z.string(),
  photo_path: z.string().nullable(),
  signature: z.string(),
  gender_form: z.enum(['f', 'm', 'neutral', 'plural']),
  version: z.int(),
})
export type StaffProfile = z.infer<typeof StaffProfile>

const TeamRules = z.object({ id: z.boolean(), second_factor_required: z.boolean(), version: z.int() })
export type TeamRules = z.infer<typeof TeamRules>

const StaffInvitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(staffRoles),
  token_hash: z.string(),
  invited_by: z.uuid().nullable(),
  created_at: Instant,
  sent_at: Instant,
  expires_at: Instant,
  accepted_at: Instant.nullable(),
  accepted_by: z.uuid().nullable(),
  revoked_at: Instant.nullable(),
  version: z.int(),
})
/** An invitation without its token hash. */
export type Invitation = Omit<z.infer<typeof StaffInvitation>, 'token_hash'>

const Handover = z.object({
  id: z.uuid(),
  member_id: z.uuid(),
  by: z.uuid().nullable(),
  at: Instant,
  roles: z.array(z.enum(roles)),
  contacts_to: z.uuid().nullable(),
  opportunities_to: z.uuid().nullable(),
  tasks_to: z.uuid().nullable(),
  contacts: z.array(z.uuid()),
  opportunities: z.array(z.uuid()),
  tasks: z.array(z.uuid()),
  undone_at: Instant.nullable(),
  processes_to: z.uuid().nullable(),
  processes: z.array(z.uuid()),
})

/** @public Row schema of each table; a test compares them with the database. */
export const rowSchemas = {
  staff_profiles: StaffProfile,
  team_rules: TeamRules,
  staff_invitations: StaffInvitation,
  handovers: Handover,
}

/** One row of the call team_members(). */
export type TeamMember = {
  user_id: string
  name: string
  email: string
  photo_path: string | null
  roles: StaffRole[]
  former_roles: StaffRole[]
  joined_at: string
  last_seen_at: string | null
  has_second_factor: boolean
  contacts: number
  opportunities: number
  tasks: number
  processes: number
  /** Upcoming appointments that the member hosts. A handover does not reassign them. */
  meetings: number
}

/** Arguments of hand_over. Null: the work is unassigned, which is refused for open processes. */
export type HandOver = {
  member: string
  leaves: boolean
  contacts_to: string | null
  opportunities_to: string | null
  tasks_to: string | null
  processes_to: string | null
}

/** Lifetime of a mailed invitation. */
export const invitationDays = 7

export const InviteStaff = z.object({
  email: z
    .string('שדה חובה')
    .max(254, 'כתובת הדוא״ל אינה תקינה')
    .transform((text) => oneLine(text).toLowerCase())
    .pipe(z.email('כתובת הדוא״ל אינה תקינה')),
  role: z.enum(staffRoles, 'יש לבחור תפקיד'),
})
export const ResendInvitation = z.object({ id: z.uuid() })
export const InvitationResult = z.object({ id: z.uuid() })

/** Form of a staff member's own profile. */
export const ProfileEdit = z.object({
  full_name: z
    .string('שדה חובה')
    .transform(oneLine)
    .pipe(z.string().min(2, 'יש להזין לפחות 2 תווים').max(80, 'עד 80 תווים')),
  signature: z.string().transform(plainText).pipe(z.string().max(1000, 'עד 1,000 תווים')),
  gender_form: z.enum(['f', 'm', 'neutral', 'plural']),
})
export type ProfileEdit = z.infer<typeof ProfileEdit>

export const refusals = {
  already_invited: 'כבר נשלחה הזמנה לכתובת הזו. אפשר לשלוח אותה שוב מהרשימה',
  already_on_team: 'מי שהכתובת הזו שלו כבר בצוות',
  invitation_email_invalid: 'כתובת הדוא״ל אינה תקינה',
  invitation_not_open: 'ההזמנה כבר לא פתוחה. הרשימה רועננה',
  invited_too_often: 'ההזמנה נשלחה לפני רגע. אפשר לשלוח שוב בעוד כמה דקות',
  role_not_yours_to_give: 'תפקיד הבעלות ניתן ונלקח רק על ידי בעלות',
  last_owner: 'חייב להישאר לפחות חשבון בעלות פעיל אחד. אפשר לתת קודם בעלות למישהו נוסף',
  heir_not_on_team: 'מי שנבחרו לקבל את הטיפול כבר אינם בצוות. בחרו שוב',
  not_on_team: 'החשבון הזה אינו בצוות. הרשימה רועננה',
  processes_need_coach: 'יש תהליכי ליווי פתוחים. בחרו אל מי הם עוברים',
  handover_undone: 'זה כבר הוחזר',
  second_factor_first: 'לפני שמבקשים מכולם, מוסיפים אפליקציית אימות לחשבון שלכם ונכנסים איתה',
  profile_changed: 'הפרטים נשמרו בינתיים בחלון אחר. הם נטענו מחדש, אפשר לערוך ולשמור שוב',
  staff_name_length: 'יש להזין שם באורך של 2 עד 80 תווים',
  staff_name_has_controls: 'השם כולל תווים נסתרים. הקלידו אותו מחדש',
  staff_signature_length: 'החתימה ארוכה מדי: עד 1,000 תווים',
} as const
