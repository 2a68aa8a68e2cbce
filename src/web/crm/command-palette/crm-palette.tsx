import { Search, SquareKanban, StickyNote, User } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useNoteSearch } from '#features/contact-list/note-search.data.ts'
import { phoneOf, useContactSearch } from '#platform/contact-search/contact-search.data.ts'
import { useOpportunitySearch } from '#features/opportunities/list/opportunity-search.data.ts'
import { useDefaultPipeline } from '#platform/pipelines/pipelines.data.ts'
import { formatPhone } from '#lib/format-phone.ts'
import { CommandPalette, type PaletteGroup, type PaletteItem } from '#ui/layers/command-palette.tsx'
import { Ltr } from '#ui/ltr.tsx'
import { useOwnRoles } from '#platform/accounts/use-own-roles.ts'
import { navigationFor } from '../navigation/navigation.ts'
import { useQuickAddChoices } from '../quick-add/quick-add-choices.ts'
import { useQuickAdd } from '#platform/screens/quick-add-context.ts'
import { commandsFor } from './commands.ts'
import { useDebounced } from '#platform/screens/use-debounced.ts'

/** Searches contacts, opportunities and notes, and lists commands. */
export default function CrmPalette({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const [query, setQuery] = useState('')
  // Closing the palette clears its query, whether by a result, a key or the shortcut.
  const [wasOpen, setWasOpen] = useState(open)
  if (open !== wasOpen) {
    setWasOpen(open)
    if (!open) setQuery('')
  }
  const searchText = useDebounced(query.trim())
  const { groups, searching, failed } = useSearchResults(searchText, open, () => onOpenChange(false))

  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      label="חיפוש ופעולות"
      placeholder="שם, טלפון או פעולה"
      query={query}
      onQuery={setQuery}
      groups={groups}
      say={
        failed
          ? 'החיפוש לא הצליח. נסו שוב'
          : searching
            ? 'מחפשים'
            : groups.length === 0
              ? `לא מצאנו את ״${searchText}״`
              : ''
      }
    />
  )
}

function useSearchResults(query: string, open: boolean, close: () => void) {
  const go = useNavigate()
  const add = useQuickAdd()
  const choices = useQuickAddChoices()
  const roles = useOwnRoles()
  const people = useContactSearch(query, open)
  const opportunitySearch = useOpportunitySearch(query, people.data?.map(({ id }) => id) ?? [])
  const notes = useNoteSearch(query)
  const { data: pipeline } = useDefaultPipeline()

  const then = (act: () => unknown) => () => {
    close()
    act()
  }
  const found: PaletteItem[] = (people.data ?? []).map((contact) => {
    const phone = phoneOf(contact)
    return {
      id: contact.id,
      text: contact.full_name,
      note: phone && <Ltr>{formatPhone(phone)}</Ltr>,
      icon: User,
      run: then(() => go(`/crm/contacts/${contact.id}`)),
    }
  })
  const opportunityItems: PaletteItem[] = (query.length > 1 ? (opportunitySearch.data ?? []) : []).map(
    (opportunity) => ({
      id: opportunity.id,
      text: opportunity.name,
      note: pipeline?.stages.find(({ id }) => id === opportunity.stage_id)?.name,
      icon: SquareKanban,
      run: then(() => go(`/crm/opportunities/${opportunity.id}`)),
    }),
  )
  const written: PaletteItem[] = (query.length > 2 ? (notes.data ?? []) : []).map((note) => ({
    id: note.id,
    text: excerpt(note.words, query),
    note: <bdi>{note.full_name}</bdi>,
    icon: StickyNote,
    run: then(() => go(`/crm/contacts/${note.contact_id}`)),
  }))
  const whole: PaletteItem[] =
    query && found.length > 1
      ? [
          {
            id: 'all',
            text: `כל מי שמתאים ל״${query}״`,
            icon: Search,
            run: then(() => go(`/crm/contacts?${new URLSearchParams({ q: query }).toString()}`)),
          },
        ]
      : []
  const actions: PaletteItem[] = [
    ...choices.map(({ kind, text, icon }) => ({ id: kind, text, icon, run: then(() => add(kind)) })),
    ...navigationFor(roles)
      .flatMap((group) => group.items)
      .map(({ to, text, icon }) => ({ id: to, text: `מעבר אל ${text}`, icon, run: then(() => go(to)) })),
    ...commandsFor(roles).map(({ to, text, icon }) => ({ id: to, text, icon, run: then(() => go(to)) })),
  ].filter(({ text }) => text.includes(query))

  const groups: PaletteGroup[] = [
    { label: query ? 'אנשי קשר' : 'אנשי קשר אחרונים', items: [...found, ...whole] },
    { label: 'הזדמנויות', items: opportunityItems },
    { label: 'מה שנכתב', items: written },
    { label: 'פעולות', items: actions },
  ].filter(({ items }) => items.length > 0)
  return {
    groups,
    searching: people.isFetching || opportunitySearch.isFetching || notes.isFetching,
    failed: people.isError || opportunitySearch.isError,
  }
}

/** An excerpt of a note around the match. */
function excerpt(text: string, query: string) {
  const line = text.replaceAll(/\s+/g, ' ')
  const at = line.indexOf(query.split(' ')[0]!)
  return at > 40 ? `…${line.slice(line.indexOf(' ', at - 30) + 1)}` : line
}
