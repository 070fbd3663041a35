/** For so many days two people open a look at a customer about whom there is no case. */
export const agreedLookDays = 7
/** How often staff used their powers is counted over so many days. */
export const powersCountedDays = 30
