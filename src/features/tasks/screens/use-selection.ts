import { useRef, useState } from 'react'
import type { ShownTask } from '#features/tasks/tasks.data.ts'

export type Selection = ReturnType<typeof useSelection>

/** Selection of tasks. Shift selects a range. */
export function useSelection(tasks: readonly ShownTask[]) {
  const [isOn, setOn] = useState(false)
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | undefined>(undefined)
  const selected = tasks.filter(({ id }) => ids.has(id))

  function choose(id: string, isChosen: boolean, withShift: boolean) {
    const at = tasks.findIndex((task) => task.id === id)
    const from = withShift ? tasks.findIndex((task) => task.id === last.current) : -1
    const between = from < 0 ? [at, at] : [Math.min(from, at), Math.max(from, at)]
    const changed = tasks.slice(between[0], between[1]! + 1).map((task) => task.id)
    last.current = id
    setIds(isChosen ? new Set([...ids, ...changed]) : new Set([...ids].filter((one) => !changed.includes(one))))
  }

  return {
    isOn,
    chosen: selected,
    total: tasks.length,
    has: (id: string) => ids.has(id),
    choose,
    chooseAll: () => setIds(new Set(selected.length === tasks.length ? [] : tasks.map(({ id }) => id))),
    toggle() {
      setOn(!isOn)
      setIds(new Set())
    },
    close() {
      setOn(false)
      setIds(new Set())
    },
  }
}
