import './top-bar.css'
import { CircleQuestionMark, Search } from 'lucide-react'
import { NotificationBell } from '#features/notifications/notification-bell.tsx'
import { relatedEntityPath } from '#features/notifications/notification-path.ts'
import { Kbd } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { useOpenPalette } from '../command-palette/palette-context.tsx'
import { QuickAddMenu } from '../quick-add/quick-add-menu.tsx'
import { useShownTitle } from '#platform/screens/screen-title.tsx'

/** Title, search, help, notifications, quick add. */
export function TopBar({ onHelp }: { onHelp: () => void }) {
  const find = useOpenPalette()
  return (
    <header className="top">
      <div className="top__where" aria-hidden="true">
        <span className="truncate" dir="auto">
          {useShownTitle()}
        </span>
      </div>
      <button type="button" className="top__search" aria-haspopup="dialog" aria-keyshortcuts="Control+K" onClick={find}>
        <Icon of={Search} />
        <span>חיפוש או פעולה</span>
        <Kbd>Ctrl K</Kbd>
      </button>
      <div className="top__end">
        <Button look="ghost" iconOnly className="top__find" aria-label="חיפוש" aria-haspopup="dialog" onClick={find}>
          <Icon of={Search} />
        </Button>
        <Button
          look="ghost"
          iconOnly
          className="top__help"
          aria-label="עזרה: מקשי קיצור"
          aria-haspopup="dialog"
          onClick={onHelp}
        >
          <Icon of={CircleQuestionMark} />
        </Button>
        <NotificationBell pathOf={relatedEntityPath} />
        <QuickAddMenu />
      </div>
    </header>
  )
}
