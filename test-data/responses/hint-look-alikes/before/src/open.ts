const сount = items.length;
const label = "to​tal";
export const isOpen = (day: Day) => day !== "sunday";
