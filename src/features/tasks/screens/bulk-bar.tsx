import { AlarmClock, Check, Trash2, UserRound } from 'lucide-react'
import { useStaff } from '#platform/accounts/staff.data.ts'
import { SnoozeItems } from '#features/tasks/snooze-menu.tsx'
import { snoozeTo } from '#features/tasks/snooze.ts'
import { type TaskPatch, useChangeTasks } from '#features/tasks/task-changes.data.ts'
import { binChange } from '#features/tasks/task-row.tsx'
import type { ShownTask } from '#features/tasks/tasks.data.ts'
import { count } from '#lib/hebrew/count.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/pictures/icon.tsx'
import { Menu, MenuItem } from '#ui/layers/menu.tsx'
import type { Selection } from './use-selection.ts'

const tasksIn = (n: number) => count(n, { one: 'משימה אחת', two: 'שתי משימות', other: '# משימות' })

/** Bulk actions on selected tasks, with one undo. */
export function BulkBar({ selection, now }: { selection: Selection; now: Date }) {
  const change = useChangeTasks()
  const staff = useStaff()
  const { chosen, total } = selection
  const isNone = chosen.length === 0

  async function act(patch: (task: ShownTask) => TaskPatch, toastText: (tasks: string) => string) {
    const tasks = chosen
    selection.close()
    await change({ tasks, patch, toastText: toastText(tasksIn(tasks.length)) })
  }

  return (
    <div className="bulk-bar" role="toolbar" aria-label="פעולות על המשימות שנבחרו">
      <label className="check">
        <input type="checkbox" checked={!isNone && chosen.length === total} onChange={selection.chooseAll} />
        <span>{isNone ? 'בחירת כל המוצגות' : `נבחרו ${chosen.length} מתוך ${total}`}</span>
      </label>
      <Button
        icon={<Icon of={Check} />}
        disabled={isNone}
        onClick={() =>
          void act(
            () => ({ status: 'Done' }),
            (tasks) => `בוצעו: ${tasks}`,
          )
        }
      >
        סימון כבוצעו
      </Button>
      <Menu
        trigger={
          <Button icon={<Icon of={AlarmClock} />} disabled={isNone}>
            דחייה
          </Button>
        }
      >
        <SnoozeItems
          now={now}
          onChoose={(later) =>
            void act(
              (task) => snoozeTo(later, task),
              (tasks) => `נדחו (${later.text}): ${tasks}`,
            )
          }
        />
      </Menu>
      {(staff.data?.length ?? 0) > 1 && (
        <Menu
          trigger={
            <Button icon={<Icon of={UserRound} />} disabled={isNone}>
              העברה
            </Button>
          }
        >
          {staff.data!.map(({ user_id: userId, name }) => (
            <MenuItem
              key={userId}
              onSelect={() =>
                void act(
                  () => ({ user_id: userId }),
                  (tasks) => `הועברו אל ${name}: ${tasks}`,
                )
              }
            >
              <bdi>{name}</bdi>
            </MenuItem>
          ))}
        </Menu>
      )}
      <Button
        look="ghost"
        icon={<Icon of={Trash2} />}
        disabled={isNone}
        onClick={() => void act(binChange(chosen).patch, (tasks) => `נמחקו: ${tasks}`)}
      >
        מחיקה
      </Button>
    </div>
  )
}
