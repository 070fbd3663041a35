import { type ArticleLanguage, articleLanguages, textMax, titleMax, type Words } from './article.ts'
import { readText, type TextProblem, titleProblem } from './rich-text.ts'

/** What is wrong with the words of an article, and where. */
export function wordsProblem(
  words: Words,
): { readonly language: ArticleLanguage; readonly part: 'title' | 'text'; readonly problem: TextProblem } | undefined {
  for (const language of articleLanguages) {
    const { title, text } = words[language]
    const ofTitle = title.length > titleMax ? 'unsupported' : titleProblem(title)
    if (ofTitle !== undefined) return { language, part: 'title', problem: ofTitle }
    const read = text.length > textMax ? ({ problem: 'unsupported' } as const) : readText(text)
    if ('problem' in read) return { language, part: 'text', problem: read.problem }
  }
  return undefined
}
