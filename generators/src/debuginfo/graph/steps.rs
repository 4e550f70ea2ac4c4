//! The steps that make the graph, one instruction or a few at a time.

use super::super::build::Build;
use super::super::rows::Family;
use super::super::shapes::Shape;
use super::fields::Given;

/// A step.
struct Step {
    /// The instruction whose row must be on.
    number: u32,
    weight: u16,
    make: fn(&mut Build<'_, '_>),
}

macro_rules! step {
    ($number:literal weight $weight:literal) => {
        Step { number: $number, weight: $weight, make: |build| _ = build.make($number, &[]) }
    };
    ($number:literal weight $weight:literal $make:expr) => {
        Step { number: $number, weight: $weight, make: $make }
    };
}

/// Weights as in real programs, with rare instructions raised.
const STEPS: &[Step] = &[
    step!(0 weight 1 |build| _ = build.none()),
    step!(1 weight 1),
    step!(2 weight 10),
    step!(3 weight 9),
    step!(4 weight 6),
    step!(5 weight 5),
    step!(6 weight 5),
    step!(7 weight 5),
    step!(8 weight 6),
    step!(9 weight 5),
    step!(10 weight 10 |build| build.composite()),
    step!(13 weight 3),
    step!(14 weight 4),
    step!(15 weight 5),
    step!(16 weight 4),
    step!(17 weight 4),
    step!(18 weight 6),
    step!(19 weight 4),
    step!(20 weight 6 |build| build.inlined_function()),
    step!(21 weight 10 |build| build.block()),
    step!(22 weight 4 |build| build.discriminator()),
    step!(25 weight 9 |build| build.inlined_at()),
    step!(26 weight 12 |build| build.local()),
    step!(27 weight 4),
    step!(30 weight 3 |build| build.lone_operation()),
    step!(31 weight 10 |build| build.expression()),
    step!(32 weight 4 |build| build.macro_definition()),
    step!(33 weight 3),
    step!(34 weight 3),
    step!(35 weight 2),
];

impl Build<'_, '_> {
    /// Spreads the steps whose rows are on over the 256 values of a byte, by weight.
    pub(super) fn fill_steps(&mut self) {
        let mut steps = std::mem::take(&mut self.scratch.graph.steps);
        steps.clear();
        let on = |step: &&Step| self.is_on(Family::Debug, step.number as usize);
        let total: usize = STEPS.iter().filter(on).map(|step| usize::from(step.weight)).sum();
        let mut sum = 0;
        for (at, step) in STEPS.iter().enumerate().filter(|(_, step)| on(step)) {
            sum += usize::from(step.weight);
            steps.resize(sum * 256 / total, at as u8);
        }
        self.scratch.graph.steps = steps;
    }

    /// Makes what some step makes, or nothing where what it needs does not exist yet.
    pub(super) fn step(&mut self) {
        let draw = usize::from(self.choices.byte());
        if let Some(&at) = self.scratch.graph.steps.get(draw) {
            (STEPS[usize::from(at)].make)(self);
        }
    }

    fn macro_definition(&mut self) {
        if !self.wants(Shape::FunctionMacro, 64) {
            self.make(32, &[]);
            return;
        }
        let name = self.string("MAX(a,b)");
        self.make(32, &[("name", Given::Word(name.0))]);
    }
}
