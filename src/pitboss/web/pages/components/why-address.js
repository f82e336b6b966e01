/** The address of the card of a round: of a box and its bet, of a whole box, or of a ruling. */
export const whyAddress = (round, about) => `/why?${new URLSearchParams({ round, about })}`;

/** The address of the card of a jackpot's figure. */
export const whyFigureAddress = (link) => `/why?${new URLSearchParams({ link })}`;
