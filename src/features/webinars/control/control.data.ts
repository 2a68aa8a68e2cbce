// Data access of the control room: the state of its session, and the team's actions.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Backend } from '#client/backend.ts'
import { realtimeClientOf } from '#client/initial-client.ts'
import { clearDeadSocket } from '#client/clear-dead-socket.ts'
import { subscribed } from '#client/realtime.ts'
import { maintainConnection } from '#client/reconnect.ts'
import { invoke } from '#client/invoke.ts'
import { useBackend } from '#client/session-context.tsx'
import type { ExportRegistrants } from '../registrants-export.ts'
import type { ReactionKind, SessionState } from '../webinar-labels.ts'

/** `open`: the interactions currently shown to registrants, with poll votes by choice. */
type Control = {
  status: SessionState
  started_at: string | null
  viewers: number
  registered: number
  is_down: boolean
  is_host: boolean
  /** A rehearsal: the team is in the room, which is closed for registrants. */
  is_rehearsal: boolean
  reactions: Partial<Record<ReactionKind, number>>
  open: { id: string; closes_at: string; results: Record<string, number> }[]
}

declare module '#client/column-shapes.ts' {
  interface ColumnShapes {
    webinar_control: Control | null
  }
}

const keyOf = (session: string) => ['webinars', 'control', session] as const

/** Maximum numbers of lines and registrants that the control room reads. */
export const maxShown = 300

/** Newest lines first. Viewer counts change without a broadcast, so they are polled every five seconds. */
export function useControlRoom(session: string) {
  const backend = useBackend()
  useRoomChanges(session)
  return useQuery({
    queryKey: keyOf(session),
    refetchInterval: 5000,
    queryFn: async () => {
      const [control, lines, registrants] = await Promise.all([
        backend.rpc('webinar_control', { session }).throwOnError(),
        backend
          .from('webinar_messages')
          .select(
            'id, author, body, votes, answered_at, status, kind, visibility, reply_to, registration_id, position_s, created_at',
          )
          .eq('session_id', session)
          .order('created_at', { ascending: false })
          .limit(maxShown)
          .throwOnError(),
        backend
          .from('webinar_registrations')
          .select('id, contact_id, name, state, watched_seconds, muted_at, ejected_at, last_seen_at, repeat_of')
          .eq('session_id', session)
          .neq('state', 'cancelled')
          .order('last_seen_at', { ascending: false, nullsFirst: false })
          .order('registered_at', { ascending: false })
          .limit(maxShown)
          .throwOnError(),
      ])
      return { control: control.data, lines: lines.data, registrants: registrants.data }
    },
  })
}
type ControlRoom = NonNullable<ReturnType<typeof useControlRoom>['data']>
export type ControlLine = ControlRoom['lines'][number]
export type Registrant = ControlRoom['registrants'][number]

/**
 * Refetches the room when the database broadcasts a line, a step or an opening: at most twice a second. Reactions wait for the next poll.
 */
function useRoomChanges(session: string) {
  const backend = useBackend()
  const queries = useQueryClient()
  useEffect(() => {
    let soon: ReturnType<typeof setTimeout> | undefined
    const stop = subscribeToRoom(backend, session, () => {
      soon ??= setTimeout(() => {
        soon = undefined
        void queries.invalidateQueries({ queryKey: keyOf(session) })
      }, 500)
    })
    return () => {
      clearTimeout(soon)
      stop()
    }
  }, [backend, queries, session])
}

function subscribeToRoom(backend: Backend, session: string, onChange: () => void): () => void {
  const join = (report: (status: 'joined' | 'lost') => void) => {
    let leave: (() => void) | undefined
    let left = false
    const enter = async () => {
      const live = await realtimeClientOf(backend)
      if (left) return
      const channel = live.channel(`webinar:${session}`, { config: { private: true } })
      leave = () => void live.removeChannel(channel)
      await clearDeadSocket(live)
      await live.realtime.setAuth()
      if (left) return
      channel
        .on('broadcast', { event: '*' }, ({ event }) => {
          if (event !== 'reaction') onChange()
        })
        .subscribe((status) => report(status === subscribed ? 'joined' : 'lost'))
    }
    enter().catch(() => report('lost'))
    return () => {
      left = true
      leave?.()
    }
  }
  return maintainConnection({ join, onReconnect: onChange, onGiveUp: () => {} }).stop
}

/** Executes a step of the team and refetches all webinar queries. */
function useStep<Input>(step: (backend: Backend, input: Input) => Promise<void>) {
  const backend = useBackend()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (input: Input) => step(backend, input),
    onSettled: () => queries.invalidateQueries({ queryKey: ['webinars'] }),
  })
}

type ChatInput = { session: string; body: string; kind: 'chat' | 'announcement' } | Answer
type Answer = { session: string; body: string; kind: 'answer'; replyTo: string; isPrivate: boolean }

/** Sends a line to the whole room, or an answer to a question: to all, or to its author only. */
export const useSayInWebinar = () =>
  useStep(async (backend, chatInput: ChatInput) => {
    const { session, body, kind } = chatInput
    const answer = kind === 'answer' && { is_private: chatInput.isPrivate }
    await backend
      .rpc('say_in_webinar', { session, body, kind, reply_to: kind === 'answer' ? chatInput.replyTo : null, ...answer })
      .throwOnError()
  })

export const useHideMessage = () =>
  useStep(async (backend, { message, hidden }: { message: string; hidden: boolean }) => {
    await backend.rpc('hide_webinar_message', { message, hidden }).throwOnError()
  })

/** Returns the exported file. */
export const fetchRegistrants = (backend: Backend, query: ExportRegistrants): Promise<Blob> =>
  invoke<Blob>(backend, 'export-webinar-registrants', query)

/** Creates the token of a further link of one registrant. */
export function useMakeRegistrantLink() {
  const backend = useBackend()
  return useMutation({
    mutationFn: async (registration: string) =>
      (await backend.rpc('make_webinar_link', { registration }).throwOnError()).data,
  })
}

export const useResendRegistrantLink = () =>
  useStep(async (backend, registration: string) => {
    await backend.rpc('resend_webinar_link', { registration }).throwOnError()
  })

export const useMoveRegistrant = () =>
  useStep(async (backend, move: { registration: string; session: string }) => {
    await backend.rpc('move_webinar_registrant', move).throwOnError()
  })

export type ModerationStep = 'mute' | 'unmute' | 'eject' | 'admit'

export const useModerate = () =>
  useStep(async (backend, { registration, step }: { registration: string; step: ModerationStep }) => {
    await backend.rpc('moderate_webinar_registration', { registration, step }).throwOnError()
  })

export const useOpenInteraction = (session: string) =>
  useStep(async (backend, { interaction, isOpen }: { interaction: string; isOpen: boolean }) => {
    await backend.rpc('open_webinar_interaction', { session, interaction, is_open: isOpen }).throwOnError()
  })
