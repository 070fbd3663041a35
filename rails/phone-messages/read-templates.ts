import { mail } from '@bolsillo/identity/messages/mail/es-ES'
import { type Language, languages } from '@bolsillo/server-kit'
import type { Templates, TemplateUse } from './config.ts'

const shape = /^[A-Za-z0-9_:-]{1,128}$/
const isUse = (name: string): name is TemplateUse => ['code', 'notice'].includes(name) || Object.hasOwn(mail, name)

/**
 * Reads the templates' names: `{ "code": { "es-ES": "codigo", … }, "notice": { … }, "frozen": { … } }`. A use nobody knows
 * would send nothing, so it is a problem, like a use without one of the languages.
 * @returns what is wrong, for one line, when the text is no such list.
 */
export function readTemplates(text: string): Templates | string {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return 'is not JSON'
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'is not a list of templates by use'
  const templates: Partial<Record<TemplateUse, Partial<Record<Language, string>>>> = {}
  for (const [name, byLanguage] of Object.entries(given)) {
    if (!isUse(name)) return `names the use ${JSON.stringify(name).slice(0, 60)}, which is none`
    const named = byLanguageOf(byLanguage)
    if (named === undefined) return `has no template in each of ${languages.join(', ')} for ${name}`
    templates[name] = named
  }
  return templates
}

function byLanguageOf(given: unknown): Partial<Record<Language, string>> | undefined {
  if (typeof given !== 'object' || given === null) return undefined
  const named: Partial<Record<Language, string>> = {}
  for (const language of languages) {
    const name: unknown = Object.hasOwn(given, language) ? Reflect.get(given, language) : undefined
    if (typeof name !== 'string' || !shape.test(name)) return undefined
    named[language] = name
  }
  return named
}
