// Client-side steps of the picker: choose, hold, details, confirm. Each step continues from the server-rendered state.
import { useState } from 'react'
import type { FormText } from '#lib/forms/form-post.ts'
import type { Answer } from '#client/call-function.ts'
import type { BookingResult } from '../booking.ts'
import type { BookingView, HeldSlot, Step } from './booking-view.ts'
import { holdSlot, type Nearest } from './public-booking.data.ts'
import type { SendBooking } from './send-booking.ts'
import { type SlotChoice, useSlotChoice } from './use-slot-choice.ts'

const texts = {
  unreachable: 'אין חיבור לשרת. הכול נשאר כאן, אפשר לנסות שוב',
  noTime: 'יש לבחור שעה',
} as const
const slotTakenCodes = ['slot_taken', 'slot_not_offered']

type RefusedAnswer = Exclude<Answer<never, Nearest>, { data: never }>

/** State and actions of the picker. `prepare` loads the later steps. */
export function useBooking(first: BookingView, prepare: () => Promise<void>) {
  const { type, backendKey, link } = first
  const [step, setStep] = useState<Step>(first.step)
  const [held, setHeld] = useState<HeldSlot | undefined>(first.held)
  const [attempt, setAttempt] = useState(first.attempt)
  const [state, setState] = useState(first.state)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState<'hold' | 'book'>()
  const [booked, setBooked] = useState<BookingResult>()
  /** Incremented by steps and failed attempts, to move the focus. */
  const [turn, setTurn] = useState(0)
  const choice = useSlotChoice(first, step === 'when' && !booked)
  const { nearest, isLoading, chooseStart, setTaken, refresh } = choice
  const view: BookingView = { ...choice.view, step, held, attempt, state }
  const { minutes } = view

  function goTo(next: Step) {
    setStep(next)
    setTurn((n) => n + 1)
  }

  async function choose(selected: SlotChoice) {
    setProblem(undefined)
    await choice.choose(selected)
  }

  async function hold(selected: number | undefined) {
    if (busy) return
    if (selected === undefined || Number.isNaN(selected)) return setProblem(texts.noTime)
    setProblem(undefined)
    chooseStart(selected)
    setBusy('hold')
    const [answer, isPrepared] = await Promise.all([
      holdSlot(backendKey, { typeId: type.id, start: selected, minutes, holdToken: held?.token, link }),
      prepare().then(
        () => true,
        () => false,
      ),
    ])
    setBusy(undefined)
    const taken = slotTakenRefusal(answer)
    if (isPrepared && taken) return showTaken(selected, taken)
    setTaken(undefined)
    if (!isPrepared) return setProblem(texts.unreachable)
    if (!('data' in answer)) return setProblem(textOf(answer))
    setHeld({ start: selected, token: answer.data.holdToken, releaseAt: Date.parse(answer.data.releaseAt) })
    setAttempt((before) => before ?? crypto.randomUUID())
    setState((before) => ({ values: before.values, errors: {} }))
    return goTo('who')
  }

  function takeDetails(values: FormText, errors: Record<string, string>) {
    setState({ values, errors })
    if (Object.keys(errors).length > 0) return setTurn((n) => n + 1)
    return goTo('confirm')
  }

  /** `send` is loaded with the later steps. */
  async function book(selected: number, send: SendBooking) {
    if (busy) return
    chooseStart(selected)
    setBusy('book')
    const answer = await send(view, selected)
    // The button stays busy until the checkout has loaded.
    if (!answer) return
    setBusy(undefined)
    if ('data' in answer) {
      setBooked(answer.data)
      return setTurn((n) => n + 1)
    }
    const taken = slotTakenRefusal(answer)
    if (taken) return showTaken(selected, taken)
    setTaken(undefined)
    const errors = 'refused' in answer ? answer.refused.fields : {}
    const isMendable = Object.keys(errors).length > 0
    setState({ values: state.values, errors, ...(!isMendable && { problem: textOf(answer) }) })
    return isMendable ? goTo('who') : setTurn((n) => n + 1)
  }

  /** Shows the server's alternatives immediately and refetches the other slots in the background. */
  function showTaken(taken: number, { nearest: free = [] }: Partial<Nearest>) {
    setHeld(undefined)
    setTaken({ start: taken, nearest: free.map((start) => Date.parse(start)).sort((a, b) => a - b) })
    setState((before) => ({ values: before.values, errors: {} }))
    setTurn((n) => n + 1)
    void refresh()
  }

  async function back() {
    setTaken(undefined)
    setState((before) => ({ values: before.values, errors: {} }))
    if (step === 'confirm') return goTo('who')
    goTo('when')
    await refresh()
  }

  return {
    view,
    nearest,
    booked,
    busy,
    problem,
    isLoading,
    turn,
    choose,
    hold,
    takeDetails,
    book,
    back,
  }
}

const slotTakenRefusal = (answer: Answer<unknown, Nearest>) =>
  'refused' in answer && slotTakenCodes.includes(answer.refused.code) ? answer.refused : undefined
const textOf = (answer: RefusedAnswer) => ('refused' in answer ? answer.refused.message : texts.unreachable)
