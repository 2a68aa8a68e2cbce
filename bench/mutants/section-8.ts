// Section 8: the error catalogue.
import { wrongIn } from './mutant.ts'

const profileFailed = "Business profile: error 'שגיאה בעדכון פרופיל העסק'"
const profileSaved = "Business profile: success 'פרופיל העסק עודכן בהצלחה' (title 'הצלחה')"
const connected = "OAuth: success 'החיבור ל-Google Calendar הושלם בהצלחה!' (title 'חיבור הושלם')"
const picture = 'Image: success names light logo, dark logo or profile image as uploaded and updated successfully'
const expired = "Expired-token errors (code PGRST303 or 'JWT expired') return empty"
const categories = 'Error-filter categories: postMessage, flow diagram, authentication, network, critical, unknown'
const grouped = 'Grouped counts of new, updated or deleted opportunities'

export const errors = [
  ...wrongIn(8, 'src/features/notifications/notice-texts.ts', [
    ["'שגיאה בעדכון ההתראה' (mark one read failed)", "'שגיאה בעדכון ההתראה'", "'שגיאה'"],
    ["'שגיאה בעדכון ההתראות' (mark all failed)", "'שגיאה בעדכון ההתראות'", "'שגיאה'"],
    ["'שגיאה במחיקת ההתראה' (delete failed)", "'שגיאה במחיקת ההתראה'", "'שגיאה'"],
    ["Success 'כל ההתראות סומנו כנקראו'", "'כל ההתראות סומנו כנקראו'", "'בוצע'"],
  ]),
  ...wrongIn(8, 'src/platform/business-profile/screens/use-profile-form.ts', [
    [profileSaved, "'פרופיל העסק עודכן בהצלחה'", "'השינויים נשמרו'"],
    [profileSaved, "title: 'הצלחה'", "title: 'נשמר'"],
    [profileFailed, "'שגיאה בעדכון פרופיל העסק'", "'השמירה נכשלה'"],
  ]),
  ...wrongIn(8, 'src/platform/business-profile/screens/image-slot.tsx', [
    ["Image: error 'שגיאה בהעלאת התמונה'", "'שגיאה בהעלאת התמונה'", "'ההעלאה נכשלה'"],
  ]),
  ...wrongIn(8, 'src/platform/business-profile/business-profile.ts', [
    [picture, "name: 'הלוגו הבהיר'", "name: 'הלוגו'"],
    [picture, "name: 'הלוגו הכהה'", "name: 'הלוגו'"],
    [picture, "name: 'תמונת הפרופיל'", "name: 'התמונה'"],
  ]),
  ...wrongIn(8, 'src/web/auth/google-callback-screen.tsx', [
    [connected, "'החיבור ל-Google Calendar הושלם בהצלחה!'", "'היומן חובר'"],
    [connected, "'חיבור הושלם'", "'הצלחה'"],
    ["OAuth: failure 'שגיאה בחיבור: {message}'", '`שגיאה בחיבור: ${', '`תקלה: ${'],
  ]),
  ...wrongIn(8, 'src/features/opportunities/notices/opportunity-notices.ts', [
    ['Real-time notices: new opportunity created', '`נוצרה הזדמנות חדשה: ', '`הזדמנות חדשה: '],
    ['Opportunity moved to a new stage', ' עברה לשלב ', ' עודכנה לשלב '],
    ['Opportunity deleted', '} נמחקה`', '} הוסרה`'],
    [grouped, "other: '# הזדמנויות נמחקו'", "other: '# הזדמנויות הוסרו'"],
    [grouped, 'at - touchedAt > gapMs', 'at - touchedAt > 0'],
    ['A connection error after reconnect attempts fail', 'החיבור בזמן אמת נותק', 'החיבור נותק'],
  ]),
  ...wrongIn(8, 'src/features/notifications/notifications.data.ts', [
    [expired, "error.code === 'PGRST303'", "error.code === 'PGRST302'"],
    [expired, "'JWT expired'", "'JWT is expired'"],
  ]),
  ...wrongIn(8, 'src/ui/states/error-boundary.tsx', [
    ["Error boundary shows 'שגיאה ברכיב' with retry and reload buttons", 'שגיאה ברכיב', 'תקלה'],
    ["Repeated error text 'שגיאה חוזרת'", 'שגיאה חוזרת', 'שוב תקלה'],
  ]),
  ...wrongIn(8, 'src/lib/errors/categories.ts', [
    [categories, "name === 'DataCloneError'", "name === 'CloneError'"],
    [categories, '[502, 503, 504]', '[502, 504]'],
    [categories, 'ResizeObserver loop', 'ResizeObserver again'],
    [
      'Only critical, authentication and unknown show the boundary',
      "['critical', 'authentication', 'unknown']",
      "['critical', 'unknown']",
    ],
  ]),
  ...wrongIn(8, 'src/lib/errors/error-filter.ts', [
    ['Cross-window messaging errors are filtered and throttled', 'postMessage: 3', 'postMessage: 4'],
  ]),
  ...wrongIn(8, 'src/client/sign-in/session-errors.ts', [
    ['Session errors go to the console', "=== 'refresh_token'", "=== 'password'"],
  ]),
  ...wrongIn(8, 'src/features/accessibility/reader.ts', [
    ['Whitespace collapsed, cut at 12000 characters', 'characters: 12_000', 'characters: 12_001'],
    ['Whitespace collapsed, cut at 12000 characters', "replace(/\\s+/g, ' ')", "replace(/\\n/g, ' ')"],
    ['Speaks in he-IL from the main area text', "'he-IL'", "'en-US'"],
  ]),
]
