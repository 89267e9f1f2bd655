export const greet = () => "hi";
