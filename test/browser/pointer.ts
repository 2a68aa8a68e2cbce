// Mouse and touch input through the browser, so that capture, clicks and scrolling happen as for a user.
import { cdp, type Locator } from 'vitest/browser'

type Point = { x: number; y: number }

/** A point of an element, as shares of its width and height from its left and top edges. */
export function pointIn(element: Element | Locator, x = 0.5, y = 0.5): Point {
  const box = ('element' in element ? element.element() : element).getBoundingClientRect()
  return { x: box.x + box.width * x, y: box.y + box.height * y }
}

/** `move` is the pointer in between; the position is in pixels of this page. */
export async function mouse(type: 'down' | 'move' | 'up', point: Point, isDown = type !== 'move') {
  await cdp().send('Input.dispatchMouseEvent', {
    type: type === 'move' ? 'mouseMoved' : type === 'down' ? 'mousePressed' : 'mouseReleased',
    ...inWindow(point),
    button: isDown ? 'left' : 'none',
    buttons: type !== 'up' && isDown ? 1 : 0,
    clickCount: 1,
  })
}

/** Presses at the first point, moves through the others, and releases at the last one. */
export async function drag(from: Point, ...points: Point[]) {
  await mouse('move', from)
  await mouse('down', from)
  for (const point of points) await mouse('move', point, true)
  await mouse('up', points.at(-1) ?? from)
}

/** Touch input with one finger. `end` needs no position. */
export async function touch(type: 'start' | 'move' | 'end', point?: Point) {
  const types = { start: 'touchStart', move: 'touchMove', end: 'touchEnd' } as const
  await cdp().send('Input.dispatchTouchEvent', { type: types[type], touchPoints: point ? [inWindow(point)] : [] })
}

/** The tests run in a frame. Input coordinates are relative to the browser window, in which the frame may be scaled. */
function inWindow({ x, y }: Point): Point {
  const frame = frameElement!.getBoundingClientRect()
  const scale = frame.width / innerWidth
  return { x: frame.x + x * scale, y: frame.y + y * scale }
}
