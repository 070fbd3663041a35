/** An element of an XML file: its name without the prefix, and what is in it. */
export interface XmlElement {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** The text directly in it, without the spaces around it. */
  readonly text: string
}

/** What is wrong with a file; `at` is the place of the character. `declared`: it brings declarations of its own. */
interface XmlProblem {
  readonly problem: 'malformed' | 'declared' | 'too-large'
  readonly at: number
}

interface Open {
  readonly fullName: string
  readonly name: string
  readonly attributes: Map<string, string>
  readonly children: XmlElement[]
  text: string
}

const depthMax = 24
const elementsMax = 200_000
const attributesMax = 16
const nameShape = /[A-Za-z_][A-Za-z0-9_.-]*(?::[A-Za-z_][A-Za-z0-9_.-]*)?/y
const spaces = /[ \t\r\n]*/y
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Reads the part of XML that data files of banks use: elements, attributes, text, comments and the five entities that
 * need no declaration. A document type, an entity of its own, a processing instruction or CDATA makes it no such file:
 * nothing in it can name a file or an address, or grow when it is read.
 */
export function readXml(source: string): XmlElement | XmlProblem {
  try {
    return new Reading(source).document()
  } catch (error) {
    if (error instanceof Broken) return error.problem
    throw error
  }
}

/** Whether a reading found a problem. */
export function isXmlProblem(reading: XmlElement | XmlProblem): reading is XmlProblem {
  return 'problem' in reading
}

class Broken extends Error {
  readonly problem: XmlProblem
  constructor(problem: XmlProblem) {
    super(problem.problem)
    this.problem = problem
  }
}

class Reading {
  readonly #source: string
  #at = 0
  #elements = 0

  constructor(source: string) {
    this.#source = source
  }

  document(): XmlElement {
    if (this.#takes('\ufeff')) this.#skip(spaces)
    if (this.#source.startsWith('<?xml ', this.#at)) {
      const end = this.#source.indexOf('?>', this.#at)
      const declaration = this.#source.slice(this.#at, end + 2)
      if (
        !/^<\?xml version=["']1\.0["'](?: encoding=["'][Uu][Tt][Ff]-8["'])?(?: standalone=["'](?:yes|no)["'])? ?\?>$/.test(
          declaration,
        )
      )
        this.#stop('malformed')
      this.#at = end + 2
    }
    this.#skipBetween()
    const root = this.#element()
    this.#skipBetween()
    if (this.#at < this.#source.length) this.#stop('malformed')
    return root
  }

  #element(): XmlElement {
    const stack: Open[] = []
    for (;;) {
      const top = stack.at(-1)
      if (this.#takes('</')) {
        if (top === undefined || this.#name() !== top.fullName) this.#stop('malformed')
        this.#skip(spaces)
        if (!this.#takes('>')) this.#stop('malformed')
        stack.pop()
        const done = closed(top)
        const parent = stack.at(-1)
        if (parent === undefined) return done
        parent.children.push(done)
      } else if (this.#takes('<!--')) this.#comment()
      else if (this.#source.startsWith('<!', this.#at) || this.#source.startsWith('<?', this.#at))
        this.#stop('declared')
      else if (this.#takes('<')) {
        const { open, isEmpty } = this.#opening()
        if (stack.length >= depthMax) this.#stop('too-large')
        if (!isEmpty) stack.push(open)
        else if (top === undefined) return closed(open)
        else top.children.push(closed(open))
      } else {
        if (top === undefined || this.#at >= this.#source.length) this.#stop('malformed')
        const end = this.#source.indexOf('<', this.#at)
        if (end < 0) this.#stop('malformed')
        top.text += this.#text(end)
      }
    }
  }

  #opening(): { readonly open: Open; readonly isEmpty: boolean } {
    this.#elements += 1
    if (this.#elements > elementsMax) this.#stop('too-large')
    const fullName = this.#name()
    const attributes = new Map<string, string>()
    for (;;) {
      const before = this.#at
      this.#skip(spaces)
      const name = fullName.slice(fullName.indexOf(':') + 1)
      const open = { fullName, name, attributes, children: [], text: '' }
      if (this.#takes('/>')) return { open, isEmpty: true }
      if (this.#takes('>')) return { open, isEmpty: false }
      if (this.#at === before) this.#stop('malformed')
      const attribute = this.#name()
      this.#skip(spaces)
      if (!this.#takes('=')) this.#stop('malformed')
      this.#skip(spaces)
      const quote = this.#source[this.#at]
      if (quote !== '"' && quote !== "'") this.#stop('malformed')
      this.#at += 1
      const end = this.#source.indexOf(quote, this.#at)
      if (end < 0 || attributes.has(attribute) || attributes.size >= attributesMax) this.#stop('malformed')
      const value = this.#text(end)
      if (value.includes('<')) this.#stop('malformed')
      attributes.set(attribute, value)
      this.#at = end + 1
    }
  }

  /** The text up to a place, its entities read. */
  #text(end: number): string {
    const raw = this.#source.slice(this.#at, end)
    if (forbidden.test(raw) || raw.includes(']]>')) this.#stop('malformed')
    const text = raw.replaceAll(/&([^;&]{0,8});?/g, (whole, name: string) => {
      const meant = Object.hasOwn(entities, name) && whole.endsWith(';') ? entities[name] : undefined
      return meant ?? this.#stop('declared')
    })
    this.#at = end
    return text
  }

  #skipBetween(): void {
    this.#skip(spaces)
    while (this.#takes('<!--')) {
      this.#comment()
      this.#skip(spaces)
    }
    if (this.#source.startsWith('<!', this.#at) || this.#source.startsWith('<?', this.#at)) this.#stop('declared')
  }

  #comment(): void {
    const end = this.#source.indexOf('--', this.#at)
    if (end < 0 || this.#source[end + 2] !== '>') this.#stop('malformed')
    this.#at = end + 3
  }

  #name(): string {
    nameShape.lastIndex = this.#at
    const [name] = nameShape.exec(this.#source) ?? []
    if (name === undefined || name.length > 80) this.#stop('malformed')
    this.#at += name.length
    return name
  }

  #skip(shape: RegExp): void {
    shape.lastIndex = this.#at
    this.#at += shape.exec(this.#source)?.[0].length ?? 0
  }

  #takes(text: string): boolean {
    if (!this.#source.startsWith(text, this.#at)) return false
    this.#at += text.length
    return true
  }

  #stop(problem: XmlProblem['problem']): never {
    throw new Broken({ problem, at: this.#at })
  }
}

function closed({ name, attributes, children, text }: Open): XmlElement {
  return { name, attributes, children, text: text.trim() }
}
