// Settings tabs. The tab is URL state: /crm/settings?tab=integrations
import './settings-screen.css'
import {
  Bell,
  Building2,
  CircleUser,
  DatabaseBackup,
  HandHelping,
  HeartPulse,
  History,
  ListPlus,
  Mail,
  type LucideIcon,
  Palette,
  Plug,
  ShieldCheck,
  SquareKanban,
  Users,
} from 'lucide-react'
import { type ComponentType, useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useActiveRoles } from '#platform/accounts/accounts.data.ts'
import { isAdmin } from '#platform/accounts/accounts.ts'
import { useStaffName } from '#platform/accounts/staff.data.ts'
import { Icon } from '#ui/pictures/icon.tsx'
import { useScreenTitle } from '#platform/screens/screen-title.tsx'
import { BackupTab } from '#features/backups/backup-tab.tsx'
import { BusinessExportCard } from '#features/business-exports/business-export-card.tsx'
import { StatusTab } from '#features/system-checks/status-tab.tsx'
import { AuditTab } from '../audit/audit-tab.tsx'
import { BrandTab } from '#platform/business-profile/screens/brand-tab.tsx'
import { BusinessTab } from '#platform/business-profile/screens/business-tab.tsx'
import { FieldsTab } from '#platform/fields/screens/fields-tab.tsx'
import { IntegrationsTab } from './integrations-tab.tsx'
import { MessagesTab } from './messages-tab.tsx'
import { NotificationsTab } from './notifications-tab.tsx'
import { PipelineTab } from '#platform/pipelines/screens/pipeline-tab.tsx'
import { PrivacyTab } from '#features/privacy/screens/privacy-tab.tsx'
import { ProfileTab } from '#features/team/screens/profile/profile-tab.tsx'
import { SecurityTab } from '#platform/accounts/security/security-tab.tsx'
import { TeamTab } from '#features/team/screens/team-tab.tsx'

type Tab = {
  id: string
  title: string
  text: string
  icon: LucideIcon
  Content: ComponentType
  /** Tabs of the whole business, for owners and admins. */
  forAdmins?: true
}

const tabs: Tab[] = [
  {
    id: 'profile',
    title: 'הפרופיל שלי',
    text: 'איך הצוות רואה אתכם, ואיך נחתמות הודעות שאתם כותבים.',
    icon: CircleUser,
    Content: ProfileTab,
  },
  {
    id: 'business',
    title: 'פרופיל העסק',
    text: 'מי אתם ואיך פונים אליכם. מכאן האתר, ההודעות והעמודים המשפטיים לוקחים את הפרטים.',
    icon: Building2,
    Content: () => <BusinessTab staffName={useStaffName()} />,
    forAdmins: true,
  },
  {
    id: 'brand',
    title: 'מיתוג',
    text: 'שלושה צבעים קובעים את כל המערכת והאתר. גוונים, רקעים וטקסט נגזרים מהם ונשארים קריאים.',
    icon: Palette,
    Content: () => <BrandTab staffName={useStaffName()} />,
    forAdmins: true,
  },
  {
    id: 'team',
    title: 'צוות והרשאות',
    text: 'מי עובד כאן, מה פתוח אצל כל אחד, ומה מותר לכל תפקיד.',
    icon: Users,
    Content: TeamTab,
    forAdmins: true,
  },
  {
    id: 'pipeline',
    title: 'צינור מכירות',
    text: 'השלבים שמשפחה עוברת עד שהיא יוצאת איתכם לדרך, וכמה לצפות מכל אחד.',
    icon: SquareKanban,
    Content: PipelineTab,
    forAdmins: true,
  },
  {
    id: 'fields',
    title: 'שדות',
    text: 'מה עוד חשוב לכם לדעת על אנשים, הזדמנויות ומשקי בית. השדות מופיעים בכרטיסים, ברשימות ובייבוא.',
    icon: ListPlus,
    Content: FieldsTab,
    forAdmins: true,
  },
  {
    id: 'integrations',
    title: 'אינטגרציות',
    text: 'חיבורים לשירותים שכבר משמשים אתכם.',
    icon: Plug,
    Content: IntegrationsTab,
  },
  {
    id: 'messages',
    title: 'הודעות',
    text: 'מאיזו כתובת ההודעות יוצאות, אם הן מגיעות, ומתי וכמה שולחים.',
    icon: Mail,
    Content: MessagesTab,
    forAdmins: true,
  },
  {
    id: 'notifications',
    title: 'התראות',
    text: 'על מה לספר לכם בפעמון. הבחירה שלכם בלבד, ולא של שאר הצוות.',
    icon: Bell,
    Content: NotificationsTab,
  },
  {
    id: 'security',
    title: 'אבטחה',
    text: 'הגנה על החשבון שלכם ועל מי שסומך עליכם.',
    icon: ShieldCheck,
    Content: SecurityTab,
  },
  {
    id: 'privacy',
    title: 'פרטיות',
    text: 'מה נשמר על כל אדם, ומה עושים כשמבקשים לראות או להימחק.',
    icon: HandHelping,
    Content: PrivacyTab,
    forAdmins: true,
  },
  {
    id: 'backup',
    title: 'גיבוי',
    text: 'עותק מוצפן במקום אחר, למקרה שהמחשב של המערכת ייפגע.',
    icon: DatabaseBackup,
    Content: () => (
      <>
        <BackupTab />
        <BusinessExportCard />
      </>
    ),
    forAdmins: true,
  },
  {
    id: 'status',
    title: 'מצב המערכת',
    text: 'האם יש מקום, האם הודעות יוצאות, והאם משהו תקוע.',
    icon: HeartPulse,
    Content: StatusTab,
    forAdmins: true,
  },
  {
    id: 'audit',
    title: 'יומן שינויים',
    text: 'מי שינה מה, מתי, ומה היה לפני כן. נשמר שנתיים ואי אפשר לערוך אותו.',
    icon: History,
    Content: AuditTab,
    forAdmins: true,
  },
]

export function Component() {
  const [search] = useSearchParams()
  const { data: roles = [] } = useActiveRoles()
  const open = tabs.filter(({ forAdmins }) => !forAdmins || isAdmin(roles))
  const shown = open.find(({ id }) => id === search.get('tab')) ?? open[0]!
  useScreenTitle(`הגדרות: ${shown.title}`)
  const nav = useRef<HTMLElement>(null)
  // On phones the tab list scrolls, so the active tab is scrolled into view.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [shown.id])
  return (
    <div className="view">
      <div className="view__head">
        <h1>הגדרות</h1>
      </div>
      <div className="settings">
        <nav ref={nav} className="settings__nav" aria-label="הגדרות">
          {open.map(({ id, title, icon }) => (
            <Link key={id} to={`?tab=${id}`} {...(id === shown.id && { 'aria-current': 'page' as const })}>
              <Icon of={icon} />
              {title}
            </Link>
          ))}
        </nav>
        <div className="settings__tab">
          <div>
            <h2>{shown.title}</h2>
            <p>{shown.text}</p>
          </div>
          <shown.Content key={shown.id} />
        </div>
      </div>
    </div>
  )
}
