import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'

/** A run of text with its marks; a link leads to another site over https, or to a page of ours. */
export interface Span {
  readonly text: string
  readonly strong?: boolean | undefined
  readonly emphasis?: boolean | undefined
  readonly href?: string | undefined
}

/** A block of an article: a list has a row for each item, every other block has one. */
export interface Block {
  readonly is: 'paragraph' | 'heading' | 'quote' | 'bullets' | 'numbers'
  readonly rows: ReadonlyArray<readonly Span[]>
}

/** Why a text cannot be kept. */
export type TextProblem = 'empty' | 'unsupported' | 'link' | 'invisible' | 'percent'

/** What is left of a text that was read: its blocks, or what is wrong with it. */
type ReadText = { readonly blocks: readonly Block[] } | { readonly problem: TextProblem; readonly about?: string }

// Characters that show nothing, or that turn what follows around: text must be what it looks like.
const invisible =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/
const percent = /[%‰‱％﹪٪]|per\s?cent|por\s?ciento|por\s?cento|porcent/i
const ownPage = /^\/pages\/[A-Za-z0-9/-]{1,80}(?:\?[A-Za-z0-9=&.,_%-]{1,120})?$/
// No account or port, no host of numbers, no letters that look like others in it, also not as `xn--`.
const otherSite = /^https:\/\/(?!(?:[^/]*\.)?xn--)(?:[a-z0-9-]{1,63}\.)+[a-z]{2,63}(?:[/?#][\x21-\x7e]*)?$/i
// Quotes and lists in each other are refused before they are read: reading takes as long as they are deep.
const deepest = /^(?:\s*(?:>|[-*+]\s|\d{1,9}[.)]\s)){3}/m

/** Whether an address is one of another site that may be linked to: https, a name that looks like itself, nothing else. */
export const leadsOutside = (address: string): boolean => otherSite.test(address)

/** Text without the characters that show nothing or turn what follows around; tabs and line ends become spaces. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(/[\t\n\r]/g, ' ').replaceAll(new RegExp(invisible.source, 'g'), '')
}

class Unfit extends Error {
  readonly problem: TextProblem
  constructor(problem: TextProblem, about: string) {
    super(about)
    this.problem = problem
  }
}

/**
 * Reads a small part of Markdown: paragraphs, headings, lists, quotes, links, strong and emphasis. Everything else is refused,
 * HTML first of all, so that nothing of a text is ever more than text.
 */
export function readText(source: string): ReadText {
  if (source.trim() === '') return { problem: 'empty' }
  if (invisible.test(source)) return { problem: 'invisible' }
  if (deepest.test(source)) return { problem: 'unsupported', about: 'nested' }
  try {
    const blocks = fromMarkdown(source).children.map(blockOf)
    if (blocks.length === 0) return { problem: 'empty' }
    const text = plainText(blocks)
    // References to characters are read by now: what they bring is looked at again.
    if (invisible.test(text)) return { problem: 'invisible' }
    const said = percentIn(text)
    return said === undefined ? { blocks } : { problem: 'percent', about: said }
  } catch (error) {
    if (error instanceof Unfit) return { problem: error.problem, about: error.message }
    throw error
  }
}

/** What is wrong with a title; undefined when nothing is. */
export function titleProblem(title: string): TextProblem | undefined {
  if (title.trim() === '') return 'empty'
  if (invisible.test(title)) return 'invisible'
  return percentIn(title) === undefined ? undefined : 'percent'
}

/** The text alone, a space between its parts. */
export function plainText(blocks: readonly Block[]): string {
  return blocks.map(({ rows }) => rows.map((row) => row.map(({ text }) => text).join('')).join(' ')).join(' ')
}

/** The words around a percentage. Marks and line breaks do not hide one, nor do compatible forms of its letters. */
function percentIn(text: string): string | undefined {
  const found = percent.exec(text.normalize('NFKC').replaceAll(/\s+/g, ' '))
  return found === null ? undefined : found.input.slice(Math.max(0, found.index - 24), found.index + 12).trim()
}

function blockOf(node: RootContent): Block {
  switch (node.type) {
    case 'paragraph':
    case 'heading':
      return { is: node.type, rows: [spansOf(node.children)] }
    case 'blockquote':
      return { is: 'quote', rows: node.children.map(rowOf) }
    case 'list':
      return {
        is: node.ordered === true ? 'numbers' : 'bullets',
        rows: node.children.map(({ children: [only, ...more] }) => {
          if (only === undefined || more.length > 0) throw new Unfit('unsupported', 'list')
          return rowOf(only)
        }),
      }
    default:
      throw new Unfit('unsupported', nameOf(node))
  }
}

function rowOf(node: Nodes): readonly Span[] {
  if (node.type !== 'paragraph') throw new Unfit('unsupported', nameOf(node))
  return spansOf(node.children)
}

function spansOf(nodes: readonly PhrasingContent[], marks: Omit<Span, 'text'> = {}): readonly Span[] {
  return nodes.flatMap((node): readonly Span[] => {
    switch (node.type) {
      case 'text':
        return [{ text: node.value.replaceAll(/\s+/g, ' '), ...marks }]
      case 'break':
        return [{ text: ' ', ...marks }]
      case 'strong':
      case 'emphasis':
        return spansOf(node.children, { ...marks, [node.type]: true })
      case 'link':
        return spansOf(node.children, { ...marks, href: hrefOf(node.url) })
      default:
        throw new Unfit('unsupported', nameOf(node))
    }
  })
}

function hrefOf(url: string): string {
  if (ownPage.test(url)) return url
  if (!otherSite.test(url)) throw new Unfit('link', url)
  return url
}

const nameOf = ({ type }: Nodes): string => type
