import { Link } from 'react-router'
import { Button } from '#ui/button.tsx'
import { PortalCard } from '../portal-card.tsx'
import { addressOf } from '../portal-tabs.ts'

const parts = [
  { path: 'process', name: 'הדרך שלנו', text: 'השלבים של התהליך, ומה עושים בכל אחד' },
  { path: 'tasks', name: 'משימות', text: 'צעדים קטנים בין הפגישות. מסמנים, ואנחנו רואים' },
  { path: 'finances', name: 'הכסף שלנו', text: 'החודש, החובות והיעדים. אתם מחליטים אם המלווה רואה' },
  { path: 'messages', name: 'הודעות', text: 'שאלה או עדכון, בלי לחכות לפגישה' },
]

/** Introduction to the parts of the portal on the first visit after an invitation. */
export const WelcomeCard = ({ onClose }: { onClose: () => void }) => (
  <PortalCard id="home-welcome" title="ברוכים הבאים לאזור האישי" soft>
    <ul className="portal-tasks">
      {parts.map(({ path, name, text }) => (
        <li key={path}>
          <Link to={addressOf({ path })}>{name}</Link>
          <small>{text}</small>
        </li>
      ))}
    </ul>
    <div className="portal-actions">
      <Button look="primary" onClick={onClose}>
        הבנתי, אפשר להתחיל
      </Button>
    </div>
  </PortalCard>
)
