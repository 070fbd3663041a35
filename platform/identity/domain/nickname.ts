// Characters that show nothing, or turn the text around them: a name with them looks like another.
const invisible = /\p{Default_Ignorable_Code_Point}|\p{Bidi_Control}/u
// More marks on one letter than any language has.
const heaped = /\p{M}{4,}/u
const markup = /[<>{}[\]\\]/

/** Whether a text can be what somebody is called: one line that reads as it looks. Empty takes the name away. */
export function isNickname(text: string): boolean {
  return !invisible.test(text) && !heaped.test(text.normalize('NFD')) && !markup.test(text)
}
