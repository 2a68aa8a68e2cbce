import './command-palette.css'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { type LucideIcon, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Kbd } from '../badge.tsx'
import { Icon } from '../pictures/icon.tsx'
import { Marked } from '../marked.tsx'

export type PaletteItem = { id: string; text: string; note?: ReactNode; icon: LucideIcon; run: () => void }
export type PaletteGroup = { label: string; items: PaletteItem[] }

/** Command palette: one input for search and commands. The caller filters the items; this component renders and navigates them. */
export function CommandPalette({
  open,
  onOpenChange,
  label,
  placeholder,
  query,
  onQuery,
  groups,
  say,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  label: string
  placeholder: string
  query: string
  onQuery: (query: string) => void
  groups: PaletteGroup[]
  /** Status text while loading or without results, announced politely. */
  say: string
}) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Viewport className="palette-place">
          <Dialog.Popup className="palette" aria-label={label}>
            <Autocomplete.Root
              open
              inline
              items={groups}
              filter={null}
              value={query}
              // Selecting an item runs it; its name is not copied into the input.
              onValueChange={(value, { reason }) => reason !== 'item-press' && onQuery(value)}
              itemToStringValue={(item: PaletteItem) => item.text}
              autoHighlight="always"
              keepHighlight
            >
              <div className="palette__in">
                <Icon of={Search} />
                <Autocomplete.Input className="palette__input" aria-label={label} placeholder={placeholder} />
                <Dialog.Close className="btn btn--ghost btn--icon btn--sm" aria-label="סגירה">
                  <Icon of={X} />
                </Dialog.Close>
              </div>
              <Autocomplete.List className="palette__list" aria-label="תוצאות">
                {(group: PaletteGroup) => (
                  <Autocomplete.Group key={group.label} items={group.items}>
                    <Autocomplete.GroupLabel className="palette__label">{group.label}</Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(item: PaletteItem) => <PaletteRow key={item.id} item={item} query={query} />}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
              <Autocomplete.Status className="palette__say">{say}</Autocomplete.Status>
              <div className="palette__foot" aria-hidden="true">
                <span>
                  <Kbd>↑</Kbd>
                  <Kbd>↓</Kbd>מעבר
                </span>
                <span>
                  <Kbd>Enter</Kbd>פתיחה
                </span>
                <span>
                  <Kbd>Esc</Kbd>סגירה
                </span>
              </div>
            </Autocomplete.Root>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const PaletteRow = ({ item, query }: { item: PaletteItem; query: string }) => (
  <Autocomplete.Item className="palette__item" value={item} onClick={item.run}>
    <Icon of={item.icon} />
    <span className="palette__words">
      <Marked text={item.text} query={query} />
    </span>
    {item.note && <span className="palette__note">{item.note}</span>}
  </Autocomplete.Item>
)
