// Extracts what a visitor sees in server-rendered HTML: text, links, headings and fields, in document order.
import type { ReactNode } from 'react'
import { renderStatic } from '#web/render-static.tsx'

/** The visible text: without elements that are hidden from everyone, and without bidi isolates. */
export const textOf = (html: string) =>
  decode(html.replaceAll(/<(svg|script|style|title)\b[^]*?<\/\1>/g, '').replaceAll(/<[^>]*>/g, ' '))
    .replaceAll(/[\u2066-\u2069\u200e\u200f]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ (?=[.,:;?!])/g, '')
    .trim()

export function renderHtml(node: ReactNode) {
  const html = renderStatic(node)
  return { html, text: textOf(html), ...partsOf(html) }
}

export const partsOf = (html: string) => ({
  /** Each link as its text and its href. */
  links: elements(html, 'a').map(({ attributes, inside }) => [textOf(inside), attributes['href']]),
  headings: [1, 2, 3].flatMap((level) => elements(html, `h${level}`).map(({ inside }) => `${level} ${textOf(inside)}`)),
  /** The name and value of each field that a form of the page submits; checkboxes only while checked. */
  fields: Object.fromEntries(
    [...html.matchAll(/<(?:input|button)\b([^>]*)>/g)]
      .map(([, source]) => attributesOf(source!))
      .filter((field) => field['name'] && (field['type'] !== 'checkbox' || 'checked' in field))
      .map(({ name, value }) => [name!, value ?? '']),
  ) as Record<string, string>,
  attributes: (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>`, 'g'))].map(([, source]) => attributesOf(source!)),
})

/** Matches elements that contain none of their own kind. */
export const elements = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b([^>]*)>([^]*?)</${tag}>`, 'g'))].map(([, source, inside]) => ({
    attributes: attributesOf(source!),
    inside: inside!,
  }))

const attributesOf = (source: string) =>
  Object.fromEntries(
    [...source.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, name, value]) => [name!, decode(value ?? '')]),
  ) as Record<string, string>

const decode = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#x27;|&#39;/g, "'")
    .replaceAll('&amp;', '&')
